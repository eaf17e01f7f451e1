import { beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../src/faults/fault.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { serveForTests } from '../../support/serving.ts'
import { ways } from '../../support/ways.ts'

const finality = { safe: 4, finalized: 8 }
const spec = { seed: 'faults', blocks: 12, preset: 'pow', finality } as const
const { server, chain, ask: right } = await serveForTests(spec)
await chain.extendBranch(6, 'other', 3)
/** number of a block with a sibling that has a transaction in common with it */
const forked = [7, 8, 9].find((number) => shared(number).isThere) as number

let count = 0
let endpoint: ServedEndpoint
beforeEach(() => {
  endpoint = server.endpoint(`answers-${count++}`)
})

const hex = (number: number) => `0x${number.toString(16)}`

function sideHash(number: number): string {
  const side = chain.tree.sideBlocks.filter((block) => block.number === number)
  return (side.find(({ senders }) => senders.length > 0) ?? side[0])?.hash as string
}

/** A call, a fault, and the answer that the client receives. */
const cases: [
  name: string,
  fault: Fault,
  call: () => [method: string, params: readonly unknown[]],
  result: () => Promise<unknown>,
][] = [
  ['null', { kind: 'null' }, () => ['eth_getBlockByNumber', ['0x3', true]], async () => null],
  [
    'the head, stale',
    { kind: 'staleHead', blocks: 3 },
    () => ['eth_getBlockByNumber', ['latest', true]],
    () => right('eth_getBlockByNumber', hex(chain.tree.head.number - 3), true),
  ],
  [
    'the height, stale',
    { kind: 'staleHead', blocks: 3 },
    () => ['eth_blockNumber', []],
    async () => hex(chain.tree.head.number - 3),
  ],
  [
    'a block that the stale replica has not heard of, by hash',
    { kind: 'staleHead', blocks: 1 },
    () => ['eth_getBlockByHash', [chain.tree.head.hash, false]],
    async () => null,
  ],
  [
    'more stale than the chain is long',
    { kind: 'staleHead', blocks: 1000 },
    () => ['eth_blockNumber', []],
    async () => '0x0',
  ],
  [
    'the block before, by number',
    { kind: 'previousBlock' },
    () => ['eth_getBlockByNumber', ['0x5', false]],
    () => right('eth_getBlockByNumber', '0x4', false),
  ],
  [
    'the block before, by hash',
    { kind: 'previousBlock' },
    () => ['eth_getBlockByHash', [chain.tree.byNumber(5)?.hash, false]],
    () => right('eth_getBlockByNumber', '0x4', false),
  ],
  [
    'the receipts of the block before the head',
    { kind: 'previousBlock' },
    () => ['eth_getBlockReceipts', ['latest']],
    () => right('eth_getBlockReceipts', hex(chain.tree.head.number - 1)),
  ],
  [
    'receipts of the other branch',
    { kind: 'otherBranchReceipts' },
    () => ['eth_getBlockReceipts', [hex(forked)]],
    () => right('eth_getBlockReceipts', sideHash(forked)),
  ],
  [
    'receipts of the other branch, where there is none',
    { kind: 'otherBranchReceipts' },
    () => ['eth_getBlockReceipts', [hex(alone())]],
    async () => null,
  ],
  [
    'the receipt that a transaction has on the other branch',
    { kind: 'otherBranchReceipts' },
    () => ['eth_getTransactionReceipt', [shared(forked).transactionHash]],
    () => shared(forked).receipt(),
  ],
]

/** A height with a single block, which has transactions. */
function alone(): number {
  const { tree } = chain
  for (let number = 1; number <= tree.head.number; number++) {
    const block = chain.blockByNumber(number)
    if (block?.transactions.length && tree.sideBlocks.every((side) => side.number !== number))
      return number
  }
  throw new Error('there is no such block')
}

/** A transaction in both blocks of a height, and its receipt in the block outside the main branch. */
function shared(number: number) {
  const other = chain.blockByHash(sideHash(number) as `0x${string}`)
  const hashes = new Set(chain.blockByNumber(number)?.transactions.map(({ hash }) => hash))
  const index = other?.transactions.findIndex(({ hash }) => hashes.has(hash)) ?? -1
  return {
    isThere: index !== -1,
    transactionHash: other?.transactions[index]?.hash,
    async receipt() {
      const receipts = (await right('eth_getBlockReceipts', other?.hash)) as unknown[]
      return receipts[index]
    },
  }
}

describe.each(ways)('over $way', ({ ask }) => {
  test.each(cases)('%s', async (_, fault, call, result) => {
    const [method, params] = call()
    endpoint.setFaults([{ fault }])
    const answer = await ask(endpoint, method, params)
    expect(answer).toEqual({ result: await result() })
    expect(answer).not.toEqual({ result: await right(method, ...params) })
    expect(endpoint.faultLog()).toEqual([
      expect.objectContaining({ call: 1, method, params, rule: 0, kind: fault.kind }),
    ])
  })

  test('returns a custom error', async () => {
    const error = { code: -32000, message: 'header not found', data: { hint: [1] } }
    endpoint.setFaults([{ fault: { kind: 'error', ...error } }])
    expect(await ask(endpoint, 'eth_chainId', [])).toEqual({ error })
  })

  test('returns a rate limit in the body', async () => {
    endpoint.setFaults([{ fault: { kind: 'rateLimit', style: 'inBody', retryAfterSeconds: 5 } }])
    expect(await ask(endpoint, 'eth_chainId', [])).toEqual({
      error: {
        code: -32005,
        message: 'daily request count exceeded, request rate limited',
        data: {
          rate: { allowed_rps: 1, backoff_seconds: 5, current_rps: 1.4333333333333333 },
          see: 'https://infura.io/dashboard',
        },
      },
    })
  })

  test('corrupts one field and leaves the others correct', async () => {
    const call = ['eth_getBlockByNumber', [hex(forked), true]] as const
    endpoint.setFaults([
      { fault: { kind: 'corrupt', field: 'transactions[0].value', value: '0x1' } },
    ])
    const expected = structuredClone(await right(call[0], ...call[1])) as {
      transactions: { value: string }[]
    }
    expected.transactions[0] = { ...expected.transactions[0], value: '0x1' }
    expect(await ask(endpoint, ...call)).toEqual({ result: expected })
  })

  test.each(['infura', 'geth'] as const)(
    'corrupts one answer only, and not the cached one: %s',
    async (dialect) => {
      const [one, other] = ['one', 'other'].map((key) =>
        server.endpoint(`${key}-${count++}`, { dialect }),
      ) as [ServedEndpoint, ServedEndpoint]
      const calls = [
        ['logsBloom', 'eth_getBlockByNumber', [hex(forked), true]],
        ['missingTransaction', 'eth_getBlockByNumber', [hex(forked), false]],
        ['status', 'eth_getBlockReceipts', [hex(forked)]],
        ['foreignBlockHash', 'eth_getTransactionReceipt', [shared(forked).transactionHash]],
      ] as const
      for (const [what, method, params] of calls) {
        const expected = await ask(other, method, params)
        one.setFaults([{ calls: 1, fault: { kind: 'corrupt', what } }])
        expect(await ask(one, method, params)).not.toEqual(expected)
        expect(await ask(one, method, params)).toEqual(expected)
        expect(await ask(other, method, params)).toEqual(expected)
      }
    },
  )

  test('leaves errors alone, and does not count them', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' }, times: 1 }])
    const refusal = await ask(endpoint, 'eth_getBlockByNumber', ['1', true])
    expect(refusal).toMatchObject({ error: { code: -32602 } })
    expect(endpoint.faultLog()).toEqual([])
    const wrong = await ask(endpoint, 'eth_getBlockByNumber', ['0x1', true])
    expect(wrong).toEqual({ result: null })
    expect(endpoint.faultLog()).toMatchObject([{ call: 2 }])
  })
})

test('logs the block of corrupted receipts', async () => {
  endpoint.setFaults([{ fault: { kind: 'otherBranchReceipts' } }])
  for (const number of [forked, alone()]) {
    await endpoint.request({ method: 'eth_getBlockReceipts', params: [hex(number)] })
  }
  const transaction = [shared(forked).transactionHash]
  await endpoint.request({ method: 'eth_getTransactionReceipt', params: transaction })
  const those = `those of block ${sideHash(forked)}`
  const { key } = endpoint
  expect(endpoint.faultLog()).toMatchObject(
    [those, 'null', those].map((detail) => ({ key, detail })),
  )
})

test('does not count a fault that would change nothing', async () => {
  endpoint.setFaults([{ fault: { kind: 'otherBranchReceipts' }, times: 1 }])
  const call = { method: 'eth_getBlockByNumber', params: [hex(forked), false] }
  expect(await endpoint.request(call)).toEqual(await server.request(call))
  expect(endpoint.faultLog()).toEqual([])
})

test('a node that drops side blocks answers null for what a reorg removes, and nothing else changes', async () => {
  const removed = chain.tree.head
  const uncle = chain.tree.sideBlocks[0]?.hash
  endpoint.setFaults([{ fault: { kind: 'noSideBlocks' } }])
  const byHash = (hash: unknown) =>
    endpoint.request({ method: 'eth_getBlockByHash', params: [hash, false] })
  expect(await byHash(removed.hash)).toMatchObject({ number: hex(removed.number) })
  expect(await byHash(uncle)).toBeNull()
  const [block] = await endpoint.reorg({ depth: 1, length: 1 })
  expect(await byHash(removed.hash)).toBeNull()
  const receipts = { method: 'eth_getBlockReceipts', params: [removed.hash] }
  expect(await endpoint.request(receipts)).toBeNull()
  expect(await byHash(block?.hash)).toMatchObject({ hash: block?.hash })
})

test('a node that drops side blocks has the uncles of its blocks', async () => {
  endpoint.setFaults([{ fault: { kind: 'noSideBlocks' } }])
  const found: unknown[] = []
  for (let number = 1; number <= chain.tree.head.number; number++) {
    const call = { method: 'eth_getUncleByBlockNumberAndIndex', params: [hex(number), '0x0'] }
    const uncle = await endpoint.request(call)
    expect(uncle).toEqual(await server.request(call))
    if (uncle !== null) found.push(uncle)
  }
  expect(found.length).toBeGreaterThan(0)
})

test('a stale replica has a stale candidate, and an older safe block', async () => {
  endpoint.setFaults([{ fault: { kind: 'staleHead', blocks: 2 } }])
  const head = chain.tree.head.number
  const pending = await endpoint.request({
    method: 'eth_getBlockByNumber',
    params: ['pending', false],
  })
  expect(pending).toMatchObject({ parentHash: chain.tree.byNumber(head - 2)?.hash })
  const safe = { method: 'eth_getBlockByNumber', params: ['safe', false] }
  expect(await server.request(safe)).toMatchObject({ number: hex(head - 4) })
  expect(await endpoint.request(safe)).toMatchObject({ number: hex(head - 6) })
})

test('an endpoint with its own head corrupts answers of its own branch', async () => {
  const branch = await endpoint.reorg({ depth: 2, length: 3 })
  const [before, head] = branch.slice(-2)
  const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  for (const fault of [{ kind: 'staleHead', blocks: 1 }, { kind: 'previousBlock' }] as const) {
    endpoint.setFaults([{ fault }])
    expect(await endpoint.request(latest)).toMatchObject({ hash: before?.hash })
  }
  endpoint.setFaults([{ methods: 'eth_getBlockReceipts', fault: { kind: 'otherBranchReceipts' } }])
  const number = hex((branch[0] as { number: number }).number)
  expect(await endpoint.request({ method: 'eth_getBlockReceipts', params: [number] })).toEqual(
    await right('eth_getBlockReceipts', number),
  )
  expect(await endpoint.request(latest)).toMatchObject({ hash: head?.hash })
})

test('a stale replica returns no logs of later blocks, and leaves those of earlier blocks', async () => {
  const head = hex(chain.tree.head.number)
  const logs = { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: head }] }
  const found = (await server.request(logs)) as { blockNumber: string }[]
  expect(found.length).toBeGreaterThan(0)
  endpoint.setFaults([{ fault: { kind: 'previousBlock' } }])
  expect(await endpoint.request(logs)).toEqual(found)
  expect(endpoint.faultLog()).toEqual([])
  endpoint.setFaults([{ fault: { kind: 'staleHead', blocks: 4 } }])
  const latest = { method: 'eth_getLogs', params: [{ fromBlock: '0x1' }] }
  expect(await endpoint.request(latest)).toEqual(
    found.filter(({ blockNumber }) => Number(blockNumber) <= Number(head) - 4),
  )
  await expect(endpoint.request(logs)).rejects.toThrow('beyond current head')
  expect(endpoint.faultLog()).toMatchObject([
    { call: 1, detail: `head ${Number(head) - 4}` },
    { call: 2, detail: `head ${Number(head) - 4}: an error` },
  ])
})

test('a stale replica reports the same stalled finality', async () => {
  await endpoint.setFinality('stalled')
  const finalized = { method: 'eth_getBlockByNumber', params: ['finalized', false] }
  const stalled = await endpoint.request(finalized)
  expect(stalled).toMatchObject({ number: hex(chain.tree.head.number - 8) })
  endpoint.setFaults([{ fault: { kind: 'staleHead', blocks: 2 } }])
  expect(await endpoint.request(finalized)).toEqual(stalled)
})
