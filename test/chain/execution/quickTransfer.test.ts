import { createBlock } from '@ethereumjs/block'
import { Common, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { createTx, type TypedTransaction } from '@ethereumjs/tx'
import { Account, Address, createAddressFromPrivateKey, EthereumJSError } from '@ethereumjs/util'
import { createVM, runTx } from '@ethereumjs/vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quickTransfer } from '../../../src/chain/execution/quickTransfer.ts'
import type { TransactionMessage } from '../../../src/chain/execution/transactionMessage.ts'
import type { ForkName } from '../../../src/chain/protocol/forks.ts'
import { EMPTY_STATE } from '../../../src/chain/state/account.ts'
import { WorldState } from '../../../src/chain/state/worldState.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { repeated } from '../../support/sized.ts'

// Stock @ethereumjs runs the same transactions on the same accounts, and must leave the same state.

const KEY = fromHex(`0x${'45'.repeat(32)}`)
const SENDER = createAddressFromPrivateKey(KEY)
const COINBASE = new Address(fromHex(`0x${'c0'.repeat(20)}`))
const CONTRACT = new Address(fromHex(`0x${'cc'.repeat(20)}`))
const FRESH = new Address(fromHex(`0x${'f4'.repeat(20)}`))
const KNOWN = new Address(fromHex(`0x${'60'.repeat(20)}`))
const PRECOMPILE = new Address(fromHex(`0x${'00'.repeat(19)}04`))
const ACCOUNTS = [SENDER, COINBASE, CONTRACT, FRESH, KNOWN, PRECOMPILE]

const BLOB_HASH = `0x01${'ab'.repeat(31)}` as const
const BASE_FEE = 1000n
const GAS_LEFT = 20_000_000n

const TYPES: readonly (readonly [fork: ForkName, types: readonly number[]])[] = [
  ['chainstart', [0]],
  ['spuriousDragon', [0]],
  ['byzantium', [0]],
  ['berlin', [0, 1]],
  ['london', [0, 1, 2]],
  ['paris', [0, 1, 2]],
  ['cancun', [0, 1, 2, 3]],
  ['prague', [0, 1, 2, 3]],
  ['osaka', [0, 1, 2, 3]],
  ['amsterdam', [0, 1, 2, 3]],
]

interface Case {
  readonly fork: ForkName
  readonly type: number
  readonly to: Address
  readonly value: bigint
  readonly data: Uint8Array
  readonly nonce: bigint
  readonly gasLimit: bigint
  readonly feeCap: bigint
  readonly tipCap: bigint
  readonly balance: bigint
  /** whether the block pays its fees to the sender, the recipient or another account */
  readonly coinbase: Address
  readonly senderCode: boolean
}

/** Usually the first, so that most transactions are transfers that can be made. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]) =>
  fc.oneof(
    { weight: 9, arbitrary: usual },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  )

const anyCase: fc.Arbitrary<Case> = fc
  .constantFrom(...TYPES.flatMap(([fork, types]) => types.map((type) => ({ fork, type }))))
  .chain((rules) =>
    fc.record({
      fork: fc.constant(rules.fork),
      type: fc.constant(rules.type),
      to: mostly(
        fc.constantFrom(FRESH, KNOWN, SENDER, COINBASE),
        fc.constantFrom(CONTRACT, PRECOMPILE),
      ),
      value: mostly(fc.bigInt(1n, 10n ** 18n), fc.constant(0n), fc.constant(10n ** 19n)),
      data: mostly(fc.constant(new Uint8Array(0)), fc.uint8Array({ minLength: 1, maxLength: 3 })),
      nonce: mostly(fc.constant(5n), fc.bigInt(4n, 6n)),
      gasLimit: mostly(
        fc.oneof(fc.bigInt(21_000n, 100_000n), fc.bigInt(204_599n, 300_000n)),
        fc.constantFrom(11_999n, 12_000n, 20_999n, 17_000_000n, 25_000_000n),
      ),
      feeCap: mostly(fc.bigInt(BASE_FEE, 5000n), fc.bigInt(0n, BASE_FEE)),
      tipCap: mostly(fc.bigInt(1n, 900n), fc.bigInt(0n, 6000n)),
      balance: mostly(fc.bigInt(2n * 10n ** 18n, 3n * 10n ** 18n), fc.constant(10n ** 9n)),
      coinbase: mostly(fc.constant(COINBASE), fc.constantFrom(SENDER, FRESH)),
      senderCode: mostly(fc.constant(false), fc.constant(true)),
    }),
  )

function commonOf(fork: ForkName): Common {
  // Blob transactions cannot be created without it; proofs are checked only with a sidecar.
  return new Common({ chain: Mainnet, hardfork: fork, customCrypto: { kzg: {} as never } })
}

function signed(given: Case, common: Common): TypedTransaction {
  const { type, to, value, data, nonce, gasLimit, feeCap, tipCap } = given
  const fees =
    type < 2 ? { gasPrice: feeCap } : { maxFeePerGas: feeCap, maxPriorityFeePerGas: tipCap }
  const blobs = { blobVersionedHashes: [BLOB_HASH], maxFeePerBlobGas: feeCap }
  const fields = { type, to, value, data, nonce, gasLimit, chainId: 1n, ...fees }
  return createTx({ ...fields, ...(type === 3 && blobs) }, { common }).sign(KEY)
}

function messageOf(given: Case): TransactionMessage {
  const { type, to, value, data, nonce, gasLimit, feeCap, tipCap } = given
  return {
    from: SENDER.bytes,
    to: to.bytes,
    nonce,
    value,
    data,
    gasLimit,
    gasFeeCap: feeCap,
    gasTipCap: type < 2 ? feeCap : tipCap,
    accessList: type === 0 ? undefined : [],
    blobGasFeeCap: type === 3 ? feeCap : undefined,
    blobHashes: type === 3 ? [BLOB_HASH] : undefined,
    authorizationList: undefined,
  }
}

async function prepare(
  state: WorldState | MerkleStateManager,
  { balance, senderCode }: Case,
): Promise<void> {
  await state.putAccount(SENDER, new Account(5n, balance))
  if (senderCode) await state.putCode(SENDER, Uint8Array.of(1))
  await state.putAccount(KNOWN, new Account(1n, 7n))
  await state.putAccount(CONTRACT, new Account(1n))
  // Code that only stops.
  await state.putCode(CONTRACT, Uint8Array.of(0))
}

async function accountsOf(state: WorldState | MerkleStateManager) {
  const read = async (address: Address) => {
    const account = await state.getAccount(address)
    return (
      account && { nonce: account.nonce, balance: account.balance, code: toHex(account.codeHash) }
    )
  }
  return Promise.all(ACCOUNTS.map(read))
}

/** @returns what stock @ethereumjs did; undefined if it refused the transaction */
async function runStock(given: Case) {
  const common = commonOf(given.fork)
  const stateManager = new MerkleStateManager({ common })
  await prepare(stateManager, given)
  const evm = await createEVM({ common, stateManager })
  const vm = await createVM({ common, stateManager, evm })
  const fees = common.isActivatedEIP(1559) ? { baseFeePerGas: BASE_FEE } : {}
  const header = { number: 1n, gasLimit: GAS_LEFT, coinbase: given.coinbase, ...fees }
  const block = createBlock({ header }, { common, skipConsensusFormatValidation: true })
  try {
    const result = await runTx(vm, { tx: signed(given, common), block })
    const { totalGasSpent: gasUsed, blobGasUsed = 0n, receipt } = result
    const { logs } = receipt
    return { gasUsed, blobGasUsed, logs, accounts: await accountsOf(stateManager) }
  } catch (error) {
    if (!(error instanceof EthereumJSError)) throw error
    return undefined
  }
}

async function runQuick(given: Case) {
  const state = new WorldState(EMPTY_STATE, new Map())
  await prepare(state, given)
  const before = await accountsOf(state)
  const { fork, coinbase } = given
  const common = commonOf(fork)
  const { precompiles } = await createEVM({ common })
  const block = {
    fork,
    coinbase: coinbase.bytes,
    baseFee: common.isActivatedEIP(1559) ? BASE_FEE : undefined,
    // The price without excess (EIP-4844).
    blobBaseFee: common.isActivatedEIP(4844) ? 1n : undefined,
    gasLeft: GAS_LEFT,
    precompiles,
  }
  const result = quickTransfer(state, block, messageOf(given))
  return { result, before, accounts: await accountsOf(state) }
}

const USUAL: Case = {
  fork: 'prague',
  type: 2,
  to: FRESH,
  value: 1n,
  data: new Uint8Array(0),
  nonce: 5n,
  gasLimit: 21_000n,
  feeCap: 2000n,
  tipCap: 1n,
  balance: 10n ** 18n,
  coinbase: COINBASE,
  senderCode: false,
}

const padded = (address: Address) => Uint8Array.from([...new Uint8Array(12), ...address.bytes])

/** The log of the usual transfer (EIP-7708). */
const LOG = [
  fromHex(`0x${'ff'.repeat(19)}fe`),
  [keccak256(Buffer.from('Transfer(address,address,uint256)')), padded(SENDER), padded(FRESH)],
  fromHex(`0x${'00'.repeat(31)}01`),
]

describe('quickTransfer', () => {
  it('leaves the state that stock @ethereumjs leaves, or leaves it as it was', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const [stock, quick] = [await runStock(given), await runQuick(given)]
        if (quick.result === undefined) {
          expect(quick.accounts).toEqual(quick.before)
          return
        }
        count++
        const { gasUsed, blobGasUsed, logs } = quick.result
        expect({ gasUsed, blobGasUsed, logs, accounts: quick.accounts }).toEqual(stock)
      }),
      { numRuns: repeated(300, 5000) },
    )
    expect(count).toBeGreaterThan(repeated(300, 5000) / 10)
  })

  it.each(TYPES)('makes every usual transfer under %s', async (fork, types) => {
    for (const type of types) {
      const isAmsterdam = fork === 'amsterdam'
      const gasLimit = isAmsterdam ? 204_600n : 21_000n
      const { result } = await runQuick({ ...USUAL, fork, type, gasLimit })
      const blobGasUsed = type === 3 ? 131_072n : 0n
      const inAmsterdam = { executionGas: 21_000n, stateGas: 183_600n, logs: [LOG] }
      const rest = isAmsterdam ? inAmsterdam : { logs: [] }
      expect(result).toEqual({ gasUsed: gasLimit, blobGasUsed, ...rest })
    }
  })

  it.each<[what: string, given: Partial<Case>]>([
    ['that calls a contract', { to: CONTRACT }],
    ['that calls a precompiled contract', { to: PRECOMPILE }],
    ['with data', { data: Uint8Array.of(1) }],
    ['without value, which may remove an empty account', { value: 0n }],
    ['whose nonce does not follow', { nonce: 6n }],
    ['with too little gas', { gasLimit: 20_999n }],
    ['with too little gas for a new account', { fork: 'amsterdam', gasLimit: 204_599n }],
    ['with more gas than the block has left', { gasLimit: GAS_LEFT + 1n }],
    ['with more gas than Osaka allows', { fork: 'osaka', gasLimit: 2n ** 24n + 1n }],
    ['below the base fee', { feeCap: BASE_FEE - 1n }],
    ['that pays no tip', { feeCap: BASE_FEE }],
    ['whose tip is above its fee cap', { tipCap: 2001n }],
    ['that its sender cannot pay', { balance: 21_000n * 2000n }],
    ['of a contract', { senderCode: true }],
  ])('leaves a transaction %s to the EVM', async (_what, given) => {
    const { result, before, accounts } = await runQuick({ ...USUAL, ...given })
    expect(result).toBeUndefined()
    expect(accounts).toEqual(before)
  })
})
