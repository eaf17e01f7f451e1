import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import {
  beaconRoots,
  builderDeposits,
  builderExits,
  consolidationRequests,
  historyStorage,
  type SystemContract,
  withdrawalRequests,
} from '../../../src/chain/contracts/system.ts'
import { createdAddress } from '../../../src/chain/execution/createdAddress.ts'
import type { Genesis } from '../../../src/chain/genesis/genesis.ts'
import { importChain } from '../../../src/chain/import/importChain.ts'
import { fromHex, type Hex, toHex } from '../../../src/primitives/hex.ts'
import { readRlp } from '../../../src/primitives/readRlp.ts'
import { encodeRlp, type RlpItem } from '../../../src/primitives/rlp.ts'
import { sealedBlock, sharedChain } from '../../support/chain.ts'

/** The first block of Amsterdam, or the last one before. */
function chainOf(fork: 'amsterdam' | 'bpo2'): Promise<Chain> {
  const forks = { bpo2: 0, amsterdam: fork === 'bpo2' ? 2 : 1, paris: 0 }
  return sharedChain({ preset: 'latest', forks, blocks: 2, transactionsPerBlock: [0, 0] })
}

/** Code that reverts. */
const REVERTS = '0x5f5ffd'

/** The genesis of a chain in which a contract has other code. */
function replaced(chain: Chain, contract: SystemContract, code: Hex): Genesis {
  const { accounts, ...others } = chain.genesis as Genesis
  return {
    ...others,
    accounts: accounts.map((account) =>
      account.address === contract.address ? { ...account, code } : account,
    ),
  }
}

/** Imports block 1 on a genesis where a contract has other code. @returns why it is refused */
async function refusal(chain: Chain, contract: SystemContract, code: Hex): Promise<string> {
  const { rules } = chain
  const genesis = replaced(chain, contract, code)
  const parent = (await importChain(genesis, rules, [])).tree.head.hash
  const [header, ...lists] = readRlp(sealedBlock(chain, 1).rlp) as [readonly RlpItem[]]
  const block = [[fromHex(parent), ...header.slice(1)], ...lists] as RlpItem[]
  const error = await importChain(genesis, rules, [encodeRlp(block)]).catch((thrown) => thrown)
  return (error as Error).message
}

describe('a block is refused', () => {
  const queues = [withdrawalRequests, consolidationRequests, builderDeposits, builderExits]

  it.each(queues)('where $name has no code', async (queue) => {
    expect(await refusal(await chainOf('amsterdam'), queue, '0x')).toBe(
      `block 1: block: the system contract ${queue.name} has no code at ${queue.address}`,
    )
  })

  it.each(queues)('where $name fails', async (queue) => {
    expect(await refusal(await chainOf('amsterdam'), queue, REVERTS)).toBe(
      `block 1: block: the system contract ${queue.name} at ${queue.address} failed: revert`,
    )
  })

  it.each([builderDeposits, builderExits])(
    'only from Amsterdam on without $name',
    async (queue) => {
      expect(await refusal(await chainOf('bpo2'), queue, '0x')).toMatch(/^block 1: stateRoot: /)
    },
  )

  it.each([beaconRoots, historyStorage])(
    'neither without $name nor where it fails',
    async (roots) => {
      for (const code of ['0x', REVERTS] as const) {
        const found = await refusal(await chainOf('amsterdam'), roots, code)
        expect(found).toMatch(/^block 1: (stateRoot|blockAccessListHash): /)
      }
    },
  )
})

it.each(['amsterdam', 'bpo2'] as const)(
  'what a system contract creates and destroys is gone (%s)',
  async (fork) => {
    const chain = await chainOf(fork)
    // Creates a contract whose code is `CALLER SELFDESTRUCT`.
    const genesis = replaced(chain, historyStorage, '0x6133ff5f526002601e5ff05000')
    const own = await importChain(genesis, chain.rules, [])
    await own.build(1, () => undefined)
    const created = createdAddress(
      fromHex(historyStorage.address),
      1n,
      new Uint8Array(0),
      undefined,
    )
    expect((await own.account(toHex(created))).nonce).toBe(0)
  },
)
