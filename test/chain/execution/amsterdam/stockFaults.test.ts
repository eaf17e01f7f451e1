import { createBlockFromRLP } from '@ethereumjs/block'
import { Common, Mainnet } from '@ethereumjs/common'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { Account, Address, setLengthLeft } from '@ethereumjs/util'
import { createVM, runBlock } from '@ethereumjs/vm'
import { describe, expect, it } from 'vitest'
import { signerOf } from '../../../../src/chain/accounts.ts'
import { systemContracts } from '../../../../src/chain/contracts/system.ts'
import { BlockBuilder } from '../../../../src/chain/execution/blockBuilder.ts'
import type { BuiltBlock } from '../../../../src/chain/execution/builtBlock.ts'
import { createdAddress } from '../../../../src/chain/execution/createdAddress.ts'
import { Engines } from '../../../../src/chain/execution/engine.ts'
import { signTransaction } from '../../../../src/chain/execution/signTransaction.ts'
import { createGenesisBlock, type Genesis } from '../../../../src/chain/genesis/genesis.ts'
import { fromHex, type Hex, toHex } from '../../../../src/primitives/hex.ts'
import { keccak256 } from '../../../../src/primitives/keccak.ts'
import { genesisHeader } from '../../../support/amsterdam/genesisHeader.ts'
import { rules } from '../../../support/amsterdam/randomBlock.ts'

// Blocks that geth 1.17.10 accepts (`evm blocktest`) and stock @ethereumjs refuses: when it accepts one, a correction of ours can be dropped.

const sender = signerOf(keccak256(Buffer.from('signer 0')))
const first: Hex = `0x${'a1'.repeat(20)}`
const second: Hex = `0x${'b2'.repeat(20)}`
const stranger: Hex = `0x${'57'.repeat(20)}`

interface Case {
  readonly codes: Readonly<Record<Hex, Hex>>
  readonly to: Hex
  /** in wei */
  readonly value?: bigint
  /** in gas */
  readonly gas?: bigint
  /** an account without code, nonce and balance */
  readonly storageOnly?: Hex
  /** to what a new account delegates */
  readonly authorizes?: Hex
}

const authority = signerOf(keccak256(Buffer.from('authority 0')))

const NO_ADDRESS = new Uint8Array(20)

const ONE_SLOT = { [`0x${'00'.repeat(31)}01`]: `0x${'00'.repeat(31)}01` } as const

function genesisOf({ codes, storageOnly }: Case): Genesis {
  const account = { balance: 0n, nonce: 1n, storage: {} } as const
  return {
    ...genesisHeader,
    gasLimit: 30_000_000n,
    accounts: [
      { ...account, address: toHex(sender.address), balance: 10n ** 24n, nonce: 0n, code: '0x' },
      ...Object.entries(codes).map(([address, code]) => {
        return { ...account, address: address as Hex, code }
      }),
      ...(storageOnly === undefined
        ? []
        : [
            { ...account, nonce: 0n, address: storageOnly, code: '0x', storage: ONE_SLOT } as const,
          ]),
      ...systemContracts.map(({ address, code }) => ({ ...account, address, code })),
    ],
  }
}

/** A block with one transaction. */
async function buildBlock(given: Case, genesis: Genesis): Promise<BuiltBlock> {
  const engines = Engines.create(rules, () => new Uint8Array(32))
  const parent = await createGenesisBlock(genesis, await engines.at(0, 0))
  const engine = await engines.after(parent.sealed, 12)
  const builder = await BlockBuilder.start(engine, parent, {
    miner: new Uint8Array(20).fill(0xcc),
    timestamp: 12,
    gasLimit: genesis.gasLimit,
    extraData: new Uint8Array(0),
    mixHash: new Uint8Array(32),
    nonce: new Uint8Array(8),
    parentBeaconBlockRoot: new Uint8Array(32),
    uncles: [],
    withdrawals: [],
  })
  const { to, value = 0n, gas = 1_000_000n, authorizes } = given
  const fields = {
    type: 2 as const,
    to: fromHex(to),
    value,
    data: new Uint8Array(0),
    gasLimit: gas,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 2n,
    accessList: [],
  }
  const address = authorizes && fromHex(authorizes)
  const authorizations = [{ authority, chainId: 1n, nonce: 0n, address: address ?? NO_ADDRESS }]
  const typed = address === undefined ? fields : { ...fields, type: 4 as const, authorizations }
  await builder.add(signTransaction(typed, 0n, sender, engine.common))
  return builder.seal(parent.progress)
}

/** Runs the block on stock @ethereumjs. @returns why it is refused; undefined if it is not */
async function stockRefusal(given: Case): Promise<string | undefined> {
  const genesis = genesisOf(given)
  const { sealed } = await buildBlock(given, genesis)
  const common = new Common({ chain: Mainnet, hardfork: 'amsterdam' })
  const stateManager = new MerkleStateManager({ common })
  await stateManager.checkpoint()
  for (const { address: name, balance, nonce, code, storage } of genesis.accounts) {
    const address = new Address(fromHex(name))
    await stateManager.putAccount(address, new Account(nonce, balance))
    if (code !== '0x') await stateManager.putCode(address, fromHex(code))
    for (const [slot, item] of Object.entries(storage)) {
      await stateManager.putStorage(address, setLengthLeft(fromHex(slot as Hex), 32), fromHex(item))
    }
  }
  await stateManager.commit()
  const vm = await createVM({ common, stateManager })
  const block = createBlockFromRLP(sealed.rlp, { common })
  const root = await stateManager.getStateRoot()
  const options = { block, root, skipBlockValidation: false, skipHeaderValidation: true }
  const error = await runBlock(vm, options).catch((thrown: Error) => thrown)
  if (error instanceof Error) return error.message
  const { blockAccessListHash } = block.header
  const list = vm.evm.blockLevelAccessList?.hash()
  return toHex(list as Uint8Array) === toHex(blockAccessListHash as Uint8Array)
    ? undefined
    : 'access list'
}

const inner = (opcode: string, gas: string) =>
  `${'5f'.repeat(opcode === 'f1' ? 5 : 4)}73${second.slice(2)}61${gas}${opcode}00`

describe('stock @ethereumjs', () => {
  it('accepts a block without what it gets wrong', async () => {
    expect(await stockRefusal({ codes: {}, to: stranger, value: 7n })).toBeUndefined()
  })

  it.each<[what: string, given: Case, refusal: RegExp]>([
    [
      'charges state gas for CREATE of a contract without the ether',
      { codes: { [first]: '0x5f5f6001f000' }, to: first, gas: 100_000n },
      /gas/i,
    ],
    [
      'takes storage without an account for a collision',
      {
        codes: { [first]: '0x5f5f5ff000' },
        to: first,
        storageOnly: toHex(createdAddress(fromHex(first), 1n, new Uint8Array(0), undefined)),
      },
      /gas|receipt|list/i,
    ],
    [
      'lists the address of CREATE in a static frame',
      { codes: { [first]: `0x${inner('fa', 'ffff')}`, [second]: '0x5f5f5ff000' }, to: first },
      /^access list$/,
    ],
    [
      'does not list a recipient whose account is not paid for',
      { codes: {}, to: stranger, value: 7n, gas: 21_000n },
      /^access list$/,
    ],
    [
      'lists what an authorization has changed when gas runs out after it',
      { codes: {}, to: stranger, value: 7n, gas: 260_000n, authorizes: second },
      /^access list$/,
    ],
  ])('still %s', async (_what, given, refusal) => {
    expect(await stockRefusal(given)).toMatch(refusal)
  })
})
