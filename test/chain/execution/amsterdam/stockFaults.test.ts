import { createBlock, createBlockFromRLP } from '@ethereumjs/block'
import { Common, createCommonFromGethGenesis, Mainnet } from '@ethereumjs/common'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { createFeeMarket1559Tx } from '@ethereumjs/tx'
import { Account, Address, setLengthLeft } from '@ethereumjs/util'
import { buildBlock, createVM, runBlock, type VM } from '@ethereumjs/vm'
import { describe, expect, it } from 'vitest'
import { signerOf } from '../../../../src/chain/accounts.ts'
import { systemContracts } from '../../../../src/chain/contracts/system.ts'
import { BlockBuilder } from '../../../../src/chain/execution/blockBuilder.ts'
import type { BuiltBlock } from '../../../../src/chain/execution/builtBlock.ts'
import { createdAddress } from '../../../../src/chain/execution/createdAddress.ts'
import { Engines } from '../../../../src/chain/execution/engine.ts'
import { signTransaction } from '../../../../src/chain/execution/signTransaction.ts'
import type { Genesis } from '../../../../src/chain/genesis/genesis.ts'
import { createGenesisBlock } from '../../../../src/chain/genesis/genesisBlock.ts'
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
async function buildOne(given: Case, genesis: Genesis): Promise<BuiltBlock> {
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

/** The stock virtual machine on the state of a genesis. */
async function stockVm(genesis: Genesis): Promise<VM> {
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
  return createVM({ common, stateManager })
}

/** Runs the block on stock @ethereumjs. @returns why it is refused; undefined if it is not */
async function stockRefusal(given: Case): Promise<string | undefined> {
  const genesis = genesisOf(given)
  const { sealed } = await buildOne(given, genesis)
  const vm = await stockVm(genesis)
  const block = createBlockFromRLP(sealed.rlp, { common: vm.common })
  const root = await vm.stateManager.getStateRoot()
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
    [
      'keeps what a caller borrowed for state although a callee refills it',
      {
        // SSTORE(1, 1), DELEGATECALL to SSTORE(1, 0), then the gas that is left in a log.
        codes: {
          [first]: `0x60016001555f5f5f5f73${second.slice(2)}5af4505a5f5260205fa000`,
          [second]: '0x5f60015500',
        },
        to: first,
      },
      /receipt|gas|root/i,
    ],
  ])('still %s', async (_what, given, refusal) => {
    expect(await stockRefusal(given)).toMatch(refusal)
  })

  it.each<[what: string, given: Case]>([
    [
      'the balance of a destroyed contract that is paid afterwards',
      {
        codes: {
          [first]: `0x7573${stranger.slice(2)}ff6000526016600a60023404f05f5f5f5f47855af100`,
        },
        to: first,
        value: 8n,
        gas: 3_000_000n,
      },
    ],
    [
      'no slot of an SSTORE with 2,300 gas or less',
      { codes: { [first]: `0x${inner('f1', '08fc')}`, [second]: '0x600160005500' }, to: first },
    ],
  ])('lists %s', async (_what, given) => {
    expect(await stockRefusal(given)).toBeUndefined()
  })

  it('still counts the gas of blocks in the receipts of its BlockBuilder, and omits payments of 0', async () => {
    const genesis = genesisOf({ codes: {}, to: stranger })
    const vm = await stockVm(genesis)
    const { common } = vm
    const gasLimit = genesis.gasLimit
    const parentBlock = createBlock({ header: { gasLimit, baseFeePerGas: 7n } }, { common })
    const payee = new Address(fromHex(second))
    const builder = await buildBlock(vm, {
      parentBlock,
      headerData: {
        gasLimit,
        timestamp: 12,
        slotNumber: 1n,
        parentBeaconBlockRoot: new Uint8Array(32),
      },
      withdrawals: [{ index: 0n, validatorIndex: 0n, address: payee, amount: 0n }],
      blockOpts: { putBlockIntoBlockchain: false },
    })
    const cumulative: bigint[] = []
    for (const nonce of [0, 1]) {
      const fields = { to: `0x5${nonce}${'57'.repeat(19)}`, value: 7n, gasLimit: 300_000n }
      const fees = { nonce, chainId: 1n, maxFeePerGas: 100n, maxPriorityFeePerGas: 2n }
      const tx = createFeeMarket1559Tx({ ...fields, ...fees } as never, { common })
      const { receipt } = await builder.addTransaction(tx.sign(sender.privateKey))
      cumulative.push(receipt.cumulativeBlockGasUsed)
    }
    await builder.build()
    // The first block has used 183,600 for state by then, and its sender has paid for 204,600.
    expect(cumulative).toEqual([204_600n, 183_600n + 204_600n])
    expect(vm.evm.blockLevelAccessList?.get(second)).toBeUndefined()
  })

  it('still ignores the time of Amsterdam in a genesis of geth', () => {
    const times = { shanghaiTime: 0, cancunTime: 0, pragueTime: 0, osakaTime: 0, amsterdamTime: 0 }
    const blobs = { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 }
    const config = {
      chainId: 1,
      ...times,
      terminalTotalDifficulty: 0,
      blobSchedule: { cancun: blobs, prague: blobs, osaka: blobs },
    }
    const header = {
      gasLimit: '0x1',
      difficulty: '0x0',
      nonce: '0x0',
      timestamp: '0x0',
      extraData: '0x',
    }
    const common = createCommonFromGethGenesis({ config, ...header, alloc: {} } as never, {})
    const names = common.hardforks().map(({ name }) => name)
    expect(names).toContain('osaka')
    expect(names).not.toContain('amsterdam')
  })
})
