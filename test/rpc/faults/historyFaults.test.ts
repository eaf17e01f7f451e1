import { beforeEach, describe, expect, test } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import type { DialectName } from '../../../src/endpoint/dialects/dialects.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { serveForTests } from '../../support/serving.ts'
import { ways } from '../../support/ways.ts'

const HEAD = 12
const BEFORE = 8

const spec = { seed: 'pruned history', blocks: HEAD, preset: 'pow' } as const
const { server, chain } = await serveForTests(spec, { callTimeout: 0 })

let count = 0
const endpointIn = (dialect: DialectName) => server.endpoint(`history-${count++}`, { dialect })

const hex = (number: number) => `0x${number.toString(16)}`
const block = (number: number) => chain.blockByNumber(number) as Block
/** A block below 8 with transactions and logs. */
const old = [7, 6, 5, 4, 3, 2, 1].find((number) =>
  block(number).receipts.some(({ logs }) => logs.length > 0),
) as number
const oldHash = () => block(old).hash
const oldTransaction = () => block(old).transactions[0]?.hash as string
const newTransaction = () => block(HEAD).transactions[0]?.hash as string

const geth = { code: 4444, message: 'pruned history unavailable' }
const reth = {
  code: 4444,
  message: `pruned history unavailable: requested ${old}, earliest available ${BEFORE}`,
}
const erigon = { code: -32000, message: 'old data not available due to pruning' }
const nethermind = { code: -32000, message: `Receipt not available for From block ${old}.` }

type Outcome = 'null' | 'kept' | { readonly code: number; readonly message: string }

describe.each(ways)('over $way', ({ ask }) => {
  describe.each<[DialectName, { blocks: Outcome; receipts: Outcome; logs: Outcome }]>([
    ['geth', { blocks: geth, receipts: geth, logs: geth }],
    ['infura', { blocks: geth, receipts: geth, logs: geth }],
    ['reth', { blocks: 'null', receipts: 'null', logs: reth }],
    ['erigon', { blocks: 'null', receipts: erigon, logs: erigon }],
    ['nethermind', { blocks: 'kept', receipts: 'null', logs: nethermind }],
  ])('prunedHistory in dialect %s', (dialect, { blocks, receipts, logs }) => {
    let endpoint: ServedEndpoint
    beforeEach(() => {
      endpoint = endpointIn(dialect)
    })

    /** Asks before and after the history is pruned. */
    async function answers(method: string, params: readonly unknown[]) {
      const right = await ask(endpoint, method, params)
      endpoint.setFaults([{ fault: { kind: 'prunedHistory', before: BEFORE } }])
      return { right, pruned: await ask(endpoint, method, params) }
    }

    async function expectOutcome(outcome: Outcome, method: string, params: readonly unknown[]) {
      const { right, pruned } = await answers(method, params)
      expect(right).toHaveProperty('result')
      if (outcome === 'kept') expect(pruned).toEqual(right)
      else if (outcome === 'null') expect(pruned).toEqual({ result: null })
      else expect(pruned).toEqual({ error: outcome })
    }

    test.each<[string, () => readonly unknown[]]>([
      ['eth_getBlockByNumber', () => [hex(old), true]],
      ['eth_getBlockByHash', () => [oldHash(), false]],
      ['eth_getTransactionByBlockNumberAndIndex', () => [hex(old), '0x0']],
      ['eth_getBlockTransactionCountByHash', () => [oldHash()]],
    ])('answers %s', (method, params) => expectOutcome(blocks, method, params()))

    test('answers eth_getBlockReceipts', () =>
      expectOutcome(receipts, 'eth_getBlockReceipts', [hex(old)]))

    test('answers eth_getLogs', () =>
      expectOutcome(logs, 'eth_getLogs', [{ fromBlock: hex(old), toBlock: hex(HEAD) }]))

    test.each<[string, () => readonly unknown[]]>([
      ['eth_getBlockByNumber', () => [hex(BEFORE), true]],
      ['eth_getBlockByNumber', () => ['latest', true]],
      ['eth_getBlockReceipts', () => [hex(BEFORE)]],
      ['eth_getLogs', () => [{ fromBlock: hex(BEFORE), toBlock: hex(HEAD) }]],
      ['eth_getHeaderByNumber', () => [hex(old)]],
      ['eth_getTransactionReceipt', () => [newTransaction()]],
    ])('has the answer of %s', (method, params) => expectOutcome('kept', method, params()))

    test('does not know the receipt of an old transaction', () =>
      expectOutcome('null', 'eth_getTransactionReceipt', [oldTransaction()]))
  })

  test('prunedHistory: the earliest block of geth is the first that it has', async () => {
    const endpoint = endpointIn('geth')
    endpoint.setFaults([{ fault: { kind: 'prunedHistory', before: BEFORE } }])
    expect(await ask(endpoint, 'eth_getBlockByNumber', ['earliest', false])).toHaveProperty(
      'result.number',
      hex(BEFORE),
    )
  })

  test('prunedHistory: in the style silent, logs are missing without an error', async () => {
    const endpoint = endpointIn('reth')
    const filter = [{ fromBlock: hex(0), toBlock: hex(HEAD) }]
    const { result } = (await ask(endpoint, 'eth_getLogs', filter)) as {
      result: readonly { readonly blockNumber: string }[]
    }
    endpoint.setFaults([{ fault: { kind: 'prunedHistory', before: BEFORE, style: 'silent' } }])
    const kept = result.filter(({ blockNumber }) => Number(blockNumber) >= BEFORE)
    expect(kept.length).toBeLessThan(result.length)
    expect(await ask(endpoint, 'eth_getLogs', filter)).toEqual({ result: kept })
    expect(await ask(endpoint, 'eth_getLogs', [{ blockHash: oldHash() }])).toEqual({ result: [] })
    expect(await ask(endpoint, 'eth_getBlockReceipts', [hex(old)])).toEqual({ result: null })
    expect(await ask(endpoint, 'eth_getBlockByNumber', [hex(old), true])).toHaveProperty(
      'result.hash',
      oldHash(),
    )
    expect(endpoint.faultLog()).toMatchObject([
      { kind: 'prunedHistory', detail: `history before ${BEFORE}` },
      { kind: 'prunedHistory' },
      { kind: 'prunedHistory' },
    ])
  })

  test.each(['reth', 'erigon'] as const)(
    'prunedHistory: %s has no earliest block',
    async (dialect) => {
      const endpoint = endpointIn(dialect)
      endpoint.setFaults([{ fault: { kind: 'prunedHistory', before: BEFORE } }])
      expect(await ask(endpoint, 'eth_getBlockByNumber', ['earliest', false])).toEqual({
        result: null,
      })
    },
  )

  test('prunedHistory: raw receipts are gone with the others', async () => {
    const endpoint = endpointIn('geth')
    endpoint.setFaults([{ fault: { kind: 'prunedHistory', before: BEFORE, style: 'silent' } }])
    const none = await ask(endpoint, 'debug_getRawReceipts', ['0xffff'])
    expect(await ask(endpoint, 'debug_getRawReceipts', [hex(old)])).toEqual(none)
  })

  test('prunedHistory: the head always is there', async () => {
    const endpoint = endpointIn('geth')
    endpoint.setFaults([{ fault: { kind: 'prunedHistory', before: 1000 } }])
    expect(await ask(endpoint, 'eth_getBlockByNumber', ['latest', true])).toHaveProperty(
      'result.number',
      hex(HEAD),
    )
  })

  test.each<[DialectName, { code: number; message: string }]>([
    ['nethermind', { code: -32002, message: 'No state available for block 3' }],
    ['erigon', { code: -32000, message: 'old data not available due to pruning' }],
    ['besu', { code: -32603, message: 'Internal error' }],
  ])('prunedState in the words of %s', async (dialect, words) => {
    const endpoint = endpointIn(dialect)
    endpoint.setFaults([{ fault: { kind: 'prunedState', keep: 2 } }])
    const params = [`0x${'11'.repeat(20)}`, '0x3']
    expect(await ask(endpoint, 'eth_getBalance', params)).toEqual({ error: words })
  })

  const message = 'transaction indexing is in progress'
  const error = { code: -32000, message, data: message }

  test.each([
    'eth_getTransactionByHash',
    'eth_getTransactionReceipt',
    'eth_getRawTransactionByHash',
    'debug_traceTransaction',
  ])('indexing: %s fails for transactions that are not in the index', async (method) => {
    const endpoint = endpointIn('geth')
    endpoint.setFaults([{ fault: { kind: 'indexing', from: HEAD } }])
    expect(await ask(endpoint, method, [oldTransaction()])).toEqual({ error })
    expect(await ask(endpoint, method, [`0x${'ab'.repeat(32)}`])).toEqual({ error })
    expect(await ask(endpoint, method, [newTransaction()])).toHaveProperty('result')
  })

  test('indexing: blocks have their transactions', async () => {
    const endpoint = endpointIn('geth')
    const right = await ask(endpoint, 'eth_getBlockByNumber', [hex(old), true])
    endpoint.setFaults([{ fault: { kind: 'indexing' } }])
    expect(await ask(endpoint, 'eth_getBlockByNumber', [hex(old), true])).toEqual(right)
    expect(await ask(endpoint, 'eth_getTransactionByHash', [newTransaction()])).toEqual({ error })
  })
})
