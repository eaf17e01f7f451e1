import fc from 'fast-check'
import { expect, test } from 'vitest'
import { infura } from '../../../src/endpoint/dialects/infura.ts'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { faultLogOf, setFaultPlan } from '../../../src/faults/endpointFaults.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import { FaultPlan } from '../../../src/faults/faultPlan.ts'
import type { FaultRule } from '../../../src/faults/faultRule.ts'
import { resolveFaults } from '../../../src/faults/resolveFaults.ts'
import type { Caller } from '../../../src/rpc/caller.ts'
import { type AnsweredCall, Gate } from '../../../src/rpc/gate.ts'
import { uncounted } from '../../../src/rpc/longWork.ts'
import { type Reply, textOf } from '../../../src/rpc/reply.ts'
import { createTestChain } from '../../support/chain.ts'
import { handlerContext } from '../../support/handlerContext.ts'
import { repeated } from '../../support/sized.ts'
import { doneWithin } from '../../support/until.ts'

const chain = await createTestChain()
const context = handlerContext(chain)

let count = 0
function endpointUnder(rules: readonly FaultRule[], { endpoints } = context): Endpoint {
  const { endpoint } = endpoints.getOrCreate(`under-${count++}`)
  setFaultPlan(endpoint, new FaultPlan(resolveFaults(rules), { seed: 'seed', key: 'dev' }))
  return endpoint
}

/** Answers bodies that arrived together, on one connection or on several in turn. */
async function answerAll(
  endpoint: Endpoint,
  bodies: readonly unknown[],
  { rpc } = context,
  connections: readonly object[] = [{}],
) {
  const answers = bodies.map((body, index) => {
    const connection = connections[index % connections.length] as object
    const caller: Caller = {
      key: endpoint.key,
      endpoint,
      dialect: infura,
      connection,
      isClosed: () => false,
      drained: () => undefined,
      memory: uncounted,
      transport: 'webSocket',
      isExplorer: false,
      delay: async () => {},
    }
    return rpc.answer(Buffer.from(JSON.stringify(body)), caller)
  })
  return (await Promise.all(answers)).map(({ reply }) => textOf(reply as Reply))
}

/** A call that runs in time slices, as a batch does. */
function longCall(id: number) {
  const params = [{ fromBlock: 'earliest', toBlock: 'latest' }]
  return { jsonrpc: '2.0', id, method: 'eth_getLogs', params }
}

// The batch is processed before the call, and waits for its outcome.
test.each(['wrongId', 'missingId'] as const)(
  'a batch with a call under %s completes',
  async (kind) => {
    const endpoint = endpointUnder([{ times: 1, fault: { kind } }])
    const texts = await answerAll(endpoint, [longCall(1), [longCall(2)]])
    const [single, batch] = texts.map((text) => JSON.parse(text))
    expect(single.id).not.toBe(1)
    expect(single.result).toEqual(expect.any(Array))
    expect(batch).toMatchObject([{ id: 2 }])
    expect(faultLogOf(endpoint)?.entries).toMatchObject([{ call: 1, kind }])
  },
)

test.each<[fault: Fault, numbers: number[]]>([
  [{ kind: 'batchShortened' }, [1]],
  [{ kind: 'batchShortened', by: 2 }, [1]],
  [{ kind: 'batchShortened', by: 9 }, []],
  [{ kind: 'batchOneError' }, []],
  [{ kind: 'batchReordered' }, [1, 4]],
])(
  'reports only the calls of a batch whose responses the client receives: %o',
  async (fault, wanted) => {
    const observed: AnsweredCall[] = []
    const blocks = ['0x1', '0xffff', '0xffff', '0x4']
    const batch = blocks.map((block, id) => {
      return { jsonrpc: '2.0', id, method: 'eth_getBlockByNumber', params: [block, false] }
    })
    const gated = handlerContext(chain, { gate: new Gate((call) => observed.push(call)) })
    await answerAll(endpointUnder([{ fault }], gated), [batch], gated)
    expect(observed.map(({ params }) => Number((params as string[])[0]))).toEqual(wanted)
  },
)

const faults: readonly Fault[] = [
  { kind: 'null' },
  { kind: 'previousBlock' },
  { kind: 'wrongId' },
  { kind: 'missingId' },
  { kind: 'cutOff' },
  { kind: 'timeOut' },
  { kind: 'rateLimit' },
  { kind: 'batchReordered' },
  { kind: 'batchShortened' },
  { kind: 'batchOneError' },
]

const arbitraryRule = fc.record(
  {
    fault: fc.constantFrom(...faults),
    times: fc.integer({ min: 1, max: 3 }),
    together: fc.boolean(),
    methods: fc.constantFrom('eth_getLogs', 'eth_getBlockByNumber'),
  },
  { requiredKeys: ['fault'] },
)

const arbitraryCall = fc.constantFrom(
  longCall(1),
  { jsonrpc: '2.0', id: 2, method: 'eth_getBlockByNumber', params: ['0x2', false] },
  { jsonrpc: '2.0', id: 3, method: 'eth_getBlockByNumber', params: ['0xffff', false] },
  { jsonrpc: '2.0', id: 4, method: 'eth_getBlockByNumber', params: ['refused'] },
)
const arbitraryBody = fc.oneof(
  arbitraryCall,
  fc.array(arbitraryCall, { minLength: 1, maxLength: 3 }),
)

/** Some thousand times as many as these bodies need together. */
const TURNS_MAX = 100_000

test('calls that wait for the faults of others all complete', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRule, { minLength: 1, maxLength: 4 }),
      fc.array(arbitraryBody, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      async (rules, bodies, clients) => {
        const connections = Array.from({ length: clients }, () => ({}))
        const answers = answerAll(endpointUnder(rules), bodies, context, connections)
        const texts = await doneWithin(TURNS_MAX, answers)
        expect(texts).toHaveLength(bodies.length)
      },
    ),
    { numRuns: repeated(30, 150) },
  )
})

test('applies to calls by how they name their block, and by their params', async () => {
  const endpoint = endpointUnder([
    { named: 'number', fault: { kind: 'null' } },
    { params: ['0xA'], fault: { kind: 'error', code: -1, message: 'by params' } },
  ])
  const block = (id: number, ...params: unknown[]) => {
    return { jsonrpc: '2.0', id, method: 'eth_getBlockTransactionCountByNumber', params }
  }
  const hash = { jsonrpc: '2.0', id: 3, method: 'eth_getTransactionByHash', params: ['0xa'] }
  const [byNumber, byTag, other] = await answerAll(endpoint, [
    block(1, '0x1'),
    block(2, 'latest'),
    hash,
  ])
  expect(byNumber).toContain('"result":null')
  expect(byTag).not.toContain('null')
  expect(other).toContain('by params')
})
