import { Common } from '@ethereumjs/common'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { Account, Address, hexToBytes } from '@ethereumjs/util'
import { genesisSystemContracts } from '../../src/chain/contracts/system.ts'
import type { Rules } from '../../src/chain/protocol/rules.ts'
import type { Hex } from '../../src/primitives/hex.ts'

export type StockKzg = NonNullable<NonNullable<Common['customCrypto']>['kzg']>

/**
 * The rules of a chain under all its forks, for stock @ethereumjs. The first fork is set.
 *
 * @param kzg verifies proofs; default: nothing does
 */
export function stockCommon({ chainId, forks }: Rules, kzg: StockKzg = {} as never): Common {
  return new Common({
    chain: {
      name: 'stock',
      chainId,
      genesis: { gasLimit: 0, difficulty: 0, nonce: '0x0000000000000000', extraData: '0x' },
      hardforks: forks.map(({ name, at }) =>
        'block' in at ? { name, block: at.block } : { name, block: null, timestamp: at.timestamp },
      ),
      consensus: { type: 'pow', algorithm: 'ethash', ethash: {} },
      bootstrapNodes: [],
    },
    hardfork: forks[0]?.name ?? 'chainstart',
    customCrypto: { kzg },
  })
}

/** The state of a genesis block: accounts with a balance, and the contracts that the protocol will call. */
export async function stockGenesisState(
  common: Common,
  { forks }: Rules,
  accounts: readonly Hex[],
  balance: bigint,
): Promise<MerkleStateManager> {
  const stateManager = new MerkleStateManager({ common })
  await stateManager.checkpoint()
  for (const address of accounts) {
    await stateManager.putAccount(new Address(hexToBytes(address)), new Account(0n, balance))
  }
  for (const { address, code } of genesisSystemContracts.filter(({ since }) =>
    forks.some(({ name }) => name === since),
  )) {
    const contract = new Address(hexToBytes(address))
    await stateManager.putAccount(contract, new Account(1n, 0n))
    await stateManager.putCode(contract, hexToBytes(code))
  }
  await stateManager.commit()
  return stateManager
}
