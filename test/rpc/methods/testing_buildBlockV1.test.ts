import { createHash } from 'node:crypto'
import { concat, type Hex, hexToBytes, keccak256, toHex, toRlp } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { sharedChain } from '../../support/chain.ts'
import { serveForTests } from '../../support/serving.ts'

const account = mnemonicToAccount(TEST_MNEMONIC)
const RECIPIENT = `0x${'11'.repeat(20)}` as const
const ZERO = `0x${'00'.repeat(32)}` as const
const FEE_RECIPIENT = `0x${'fe'.repeat(20)}`
const BEACON_ROOTS = '000f3df6d732807ef1319fb7b8bb8522d0beac02'
const BUILDER_EXITS = '0x000064d678505ad48f8ccb093bc65613800e8282'

interface Envelope {
  readonly executionPayload: Readonly<Record<string, Hex>> & {
    readonly transactions: readonly Hex[]
    readonly withdrawals: readonly Readonly<Record<string, Hex>>[]
  }
  readonly blockValue: Hex
  readonly executionRequests: readonly Hex[]
}

const forks = { bpo2: 0, paris: 0, amsterdam: 2 }
const spec = { preset: 'latest', forks, blocks: 3, mnemonic: TEST_MNEMONIC } as const
const { ask } = await serveForTests(await sharedChain(spec), { dev: true, automine: false })
const head = await ask<{ hash: Hex; timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)

const attributes = () => ({
  timestamp: toHex(Number(head.timestamp) + 12),
  prevRandao: `0x${'ab'.repeat(32)}`,
  suggestedFeeRecipient: FEE_RECIPIENT,
  withdrawals: [{ index: '0x0', validatorIndex: '0x1', address: RECIPIENT, amount: '0x5' }],
  parentBeaconBlockRoot: ZERO,
  slotNumber: '0x77',
})

const build = (changed: object, ...params: unknown[]) =>
  ask('testing_buildBlockV1', head.hash, { ...attributes(), ...changed }, ...params)

const built = async (...params: unknown[]) => (await build({}, ...params)) as Envelope

const sign = (nonce: number, fields: object = {}) =>
  account.signTransaction({
    chainId: 1337,
    nonce,
    to: RECIPIENT,
    value: 7n,
    gas: 300_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
    ...fields,
  })

/** The hash of the header that a payload describes, computed by other code than ours. */
function hashOf({ executionPayload: payload, executionRequests }: Envelope, roots: object): Hex {
  const digests = executionRequests.map((request) =>
    createHash('sha256').update(hexToBytes(request)).digest(),
  )
  const requestsHash = createHash('sha256').update(Buffer.concat(digests)).digest('hex')
  const { transactionsRoot, withdrawalsRoot } = roots as Record<string, Hex>
  const number = (quantity: Hex = '0x0') => (BigInt(quantity) === 0n ? '0x' : evenHex(quantity))
  const items = [
    payload.parentHash,
    keccak256(toRlp([])),
    payload.feeRecipient,
    payload.stateRoot,
    transactionsRoot,
    payload.receiptsRoot,
    payload.logsBloom,
    '0x',
    number(payload.blockNumber),
    number(payload.gasLimit),
    number(payload.gasUsed),
    number(payload.timestamp),
    payload.extraData,
    payload.prevRandao,
    '0x0000000000000000',
    number(payload.baseFeePerGas),
    withdrawalsRoot,
    number(payload.blobGasUsed),
    number(payload.excessBlobGas),
    ZERO,
    `0x${requestsHash}`,
    keccak256(payload.blockAccessList as Hex),
    number(payload.slotNumber),
  ]
  return keccak256(toRlp(items as Hex[]))
}

const evenHex = (quantity: Hex): Hex =>
  toHex(BigInt(quantity)).replace(/^0x(.(..)*)$/, '0x0$1') as Hex

describe('testing_buildBlockV1', () => {
  it('includes the given transactions, withdrawals and requests', async () => {
    const exit = await sign(1, {
      to: BUILDER_EXITS,
      value: 10n ** 9n,
      data: `0x${'cd'.repeat(48)}`,
    })
    const transactions = [await sign(0), exit]
    const envelope = await built(transactions, '0x1234')
    const { executionPayload: payload } = envelope
    expect(payload).toMatchObject({
      parentHash: head.hash,
      blockNumber: '0x4',
      feeRecipient: FEE_RECIPIENT,
      extraData: '0x1234',
      slotNumber: '0x77',
      transactions,
      withdrawals: attributes().withdrawals,
    })
    expect(envelope.executionRequests).toEqual([
      `0x04${account.address.slice(2).toLowerCase()}${'cd'.repeat(48)}`,
    ])
    expect(await ask('eth_blockNumber')).toBe('0x3')
  })

  it('builds an empty block of none, whose hash is that of its fields', async () => {
    const envelope = await built([])
    const { executionPayload: payload } = envelope
    expect(payload.transactions).toEqual([])
    expect(envelope.blockValue).toBe('0x0')
    const transactionsRoot = keccak256('0x80')
    const item = toRlp(['0x', '0x01', RECIPIENT, '0x05'])
    // A trie of one leaf with the key 0x80, the RLP of index 0.
    const withdrawalsRoot = keccak256(toRlp([concat(['0x20', '0x80']), item]))
    expect(payload.blockHash).toBe(hashOf(envelope, { transactionsRoot, withdrawalsRoot }))
  })

  it('does not call the contract of beacon roots without a root', async () => {
    const { executionPayload: payload } = (await build(
      { parentBeaconBlockRoot: null },
      [],
    )) as Envelope
    expect(payload.blockAccessList).not.toContain(BEACON_ROOTS)
    const { executionPayload: other } = await built([])
    expect(other.blockAccessList).toContain(BEACON_ROOTS)
    expect(payload.blockHash).not.toBe(other.blockHash)
  })

  it('names the struct of geth in errors', async () => {
    await expect(build({ slotNumber: 7 }, [])).rejects.toThrow(
      'json: cannot unmarshal non-string into Go struct field PayloadAttributes.slotNumber of type hexutil.Uint64',
    )
  })

  it('includes what waits in the pool', async () => {
    const transaction = await sign(0)
    await ask('eth_sendRawTransaction', transaction)
    const envelope = await built(null)
    expect(envelope.executionPayload.transactions).toEqual([transaction])
    const { gasUsed } = envelope.executionPayload
    // The sender pays for an execution of 21,000 and for a new account; the block has the larger of the two.
    expect(Number(gasUsed)).toBe(183_600)
    expect(BigInt(envelope.blockValue)).toBe(204_600n * 10n ** 9n)
    await ask('ommer_dropAllTransactions')
  })

  it('lets the gas limit approach a target', async () => {
    const near = (await build({ targetGasLimit: '0x5b8d81' }, [])) as Envelope
    expect(near.executionPayload.gasLimit).toBe('0x5b8d81')
    const far = (await build({}, [])) as Envelope
    expect(Number(far.executionPayload.gasLimit)).toBe(6_000_000 + 5859 - 1)
  })

  it.each<[string, object, unknown[], string]>([
    ['without a slot', { slotNumber: null }, [[]], 'no slot number set post-amsterdam'],
    ['at the time of the head', { timestamp: '0x1' }, [[]], 'invalid timestamp, parent'],
    ['with garbage', {}, [['0x01']], 'invalid transaction 0: typed transaction too short'],
    ['without a time', { timestamp: null }, [[]], "missing required field 'timestamp'"],
  ])('refuses one %s', async (_, changed, params, message) => {
    await expect(build(changed, ...params)).rejects.toThrow(message)
  })

  it('refuses one with a transaction that is not valid', async () => {
    await expect(built([await sign(9)])).rejects.toThrow(
      `nonce too high: address ${account.address}, tx: 9 state: 0`,
    )
  })

  it('refuses one on another block than the head', async () => {
    const { parentHash } = (await ask('eth_getBlockByNumber', 'latest', false)) as {
      parentHash: Hex
    }
    await expect(
      ask('testing_buildBlockV1', parentHash, attributes(), [], '0x'),
    ).rejects.toMatchObject({ code: -32000, message: 'parentHash is not current head' })
  })
})
