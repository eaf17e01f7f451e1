import { on, once } from 'node:events'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createChain } from '../../../src/chain/createChain.ts'
import { FaultError } from '../../../src/faults/faultError.ts'
import type { InjectedFault } from '../../../src/faults/faultLog.ts'
import type { FaultRule } from '../../../src/faults/faultRule.ts'
import { serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'
import { post, request } from '../../support/transports.ts'
import { askSocket, openSocket } from '../../support/webSockets.ts'

let sockets: [WebSocket, WebSocket]
const { server } = await serveForTests({ seed: 'faults', blocks: 8 }, { anyKey: true })

let count = 0
let endpoint: ServedEndpoint
beforeEach(() => {
  endpoint = server.endpoint(`set-${count++}`)
})

const chainId = { method: 'eth_chainId' }

describe('setting faults', () => {
  test('applies to one endpoint, through any handle', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    expect(await endpoint.request(chainId)).toBeNull()
    expect(await server.endpoint(endpoint.key).request(chainId)).toBeNull()
    expect(server.endpoint(endpoint.key).faultLog()).toHaveLength(2)
    expect(await server.request(chainId)).toBe('0x539')
    expect(server.faultLog()).toEqual([])
  })

  test('resets the counts', async () => {
    const rules = [{ calls: 1, fault: { kind: 'null' } }] as const
    endpoint.setFaults(rules)
    expect(await endpoint.request(chainId)).toBeNull()
    expect(await endpoint.request(chainId)).toBe('0x539')
    endpoint.setFaults(rules)
    expect(await endpoint.request(chainId)).toBeNull()
    expect(await endpoint.request(chainId)).toBe('0x539')
  })

  test('keeps the fault log until it is cleared', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    await endpoint.request(chainId)
    endpoint.setFaults([
      { methods: 'net_version', fault: { kind: 'null' } },
      { fault: { kind: 'error', code: 1, message: 'busy' } },
    ])
    await expect(endpoint.request(chainId)).rejects.toMatchObject({ code: 1 })
    const kinds = () => endpoint.faultLog().map(({ call, rule, kind }) => [call, rule, kind])
    const both = [
      [1, 0, 'null'],
      [1, 1, 'error'],
    ]
    expect(kinds()).toEqual(both)
    endpoint.setFaults(undefined)
    expect(kinds()).toEqual(both)
    endpoint.clearFaultLog()
    expect(kinds()).toEqual([])
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    await endpoint.request(chainId)
    expect(kinds()).toEqual([[1, 0, 'null']])
  })

  test('does not affect calls in progress', async () => {
    endpoint.setFaults([
      { fault: { kind: 'latency', milliseconds: 5 } },
      { fault: { kind: 'null' } },
    ])
    const before = endpoint.request(chainId)
    endpoint.setFaults([{ calls: 2, fault: { kind: 'null' } }])
    expect(await Promise.all([before, endpoint.request(chainId)])).toEqual([null, '0x539'])
    expect(endpoint.faultLog().map(({ call, kind }) => [call, kind])).toEqual([
      [1, 'latency'],
      [1, 'null'],
    ])
    expect(await endpoint.request(chainId)).toBeNull()
  })

  test('survives a rollback to a snapshot', async () => {
    endpoint.setFaults([{ calls: 2, fault: { kind: 'null' } }])
    const id = await endpoint.snapshot()
    expect(await endpoint.request(chainId)).toBe('0x539')
    await endpoint.mine()
    await endpoint.revert(id)
    expect(await endpoint.request(chainId)).toBeNull()
    expect(endpoint.faultLog()).toMatchObject([{ call: 2 }])
  })

  test('to undefined ends all faults', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    endpoint.setFaults(undefined)
    expect(await endpoint.request(chainId)).toBe('0x539')
    expect(endpoint.faultLog()).toEqual([])
    expect(endpoint.unusedFaults()).toEqual([])
  })

  test('with an invalid rule changes nothing', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    const wrong = [{ fault: { kind: 'nil' } }] as unknown as FaultRule[]
    expect(() => endpoint.setFaults(wrong)).toThrow(FaultError)
    expect(() => endpoint.setFaults(null as unknown as undefined)).toThrow(FaultError)
    expect(() => endpoint.setFaults([], { seed: {} as string })).toThrow(
      'seed: [object Object] is neither a string nor a number',
    )
    expect(await endpoint.request(chainId)).toBeNull()
  })

  test('reports rules that never applied', async () => {
    expect(endpoint.unusedFaults()).toEqual([])
    const rules: FaultRule[] = [
      { methods: 'eth_chainId', calls: { to: 1 }, fault: { kind: 'null' } },
      { methods: 'eth_chainId', fault: { kind: 'latency', milliseconds: 0 } },
      {
        methods: ['eth_getBlockByNumber'],
        fault: { kind: 'corrupt', field: 'transactions[0].valu' },
      },
      { fault: { kind: 'batchReordered' } },
      { blocks: { from: 99 }, rate: [1, 2], fault: { kind: 'reset' } },
    ]
    endpoint.setFaults(rules)
    const unused = () => endpoint.unusedFaults().map(({ index }) => index)
    expect(unused()).toEqual([0, 1, 2, 3, 4])
    await endpoint.request(chainId)
    await endpoint.request({ method: 'eth_getBlockByNumber', params: ['0x4', true] })
    expect(unused()).toEqual([2, 3, 4])
    endpoint.clearFaultLog()
    expect(endpoint.unusedFaults()).toEqual(
      [2, 3, 4].map((index) => ({ index, rule: rules[index] })),
    )
    await (await post(endpoint.url, `[${request('eth_chainId')},${request('eth_chainId')}]`)).text()
    expect(unused()).toEqual([2, 4])
    endpoint.setFaults(rules)
    expect(unused()).toEqual([0, 1, 2, 3, 4])
    endpoint.setFaults(undefined)
    expect(unused()).toEqual([])
  })

  test('refuses a misspelt method, in any notation', async () => {
    const faults: FaultRule[] = [{ methods: 'eth_getBlockByNumbr', fault: { kind: 'null' } }]
    const message =
      "faults[0].methods: there is no method 'eth_getBlockByNumbr'; did you mean eth_getBlockByNumber?"
    expect(() => endpoint.setFaults(faults)).toThrow(message)
    expect(() => server.endpoint('misspelt', { faults })).toThrow(message)
    const chain = await createChain({ seed: 'faults', blocks: 1 })
    await expect(serve(chain, { port: 0, faults })).rejects.toThrow(message)
  })

  test('refuses unknown options', () => {
    const set = (options: unknown) => () => endpoint.setFaults([], options as { seed: string })
    expect(set({ sed: 1 })).toThrow('sed: there is no such option; those known are: seed')
    expect(set(null)).toThrow('options: null is not an object')
    expect(set('seed')).toThrow(FaultError)
  })

  test('applies to open connections', async () => {
    const socket = await openSocket(endpoint.wsUrl)
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    expect(JSON.parse(await askSocket(socket, request('eth_chainId')))).toMatchObject({
      result: null,
    })
  })

  test('uses the seed of the chain by default', async () => {
    const drawnBy = async (seed?: string | number) => {
      endpoint.setFaults([{ rate: [1, 2], fault: { kind: 'null' } }], { seed })
      const answers = Array.from({ length: 64 }, () => endpoint.request(chainId))
      return (await Promise.all(answers)).map((answer) => answer === null)
    }
    const drawn = await drawnBy()
    expect(await drawnBy('faults')).toEqual(drawn)
    expect(await drawnBy(7)).toEqual(await drawnBy('7'))
    expect(await drawnBy('another')).not.toEqual(drawn)
  })
})

test('shows injected errors in metrics and in the request log', async () => {
  const lines: string[] = []
  const chain = await createChain({ seed: 'faults', blocks: 1 })
  const own = await serveInTest(chain, {
    logLevel: 'info',
    logStream: { write: (line: string) => lines.push(line) },
    faults: [
      { calls: 1, fault: { kind: 'error', code: -32000, message: 'busy' } },
      { calls: 2, fault: { kind: 'rateLimit' } },
      { calls: 3, fault: { kind: 'rateLimit', style: 'inBody' } },
      { calls: 4, fault: { kind: 'null' } },
    ],
  })
  for (let call = 0; call < 5; call++) {
    await (await post(own.url, request('eth_chainId'))).text()
  }
  const metrics = await (await fetch(new URL('/metrics', own.url))).text()
  const counted = metrics.split('\n').filter((line) => line.startsWith('ommer_requests_total'))
  expect(counted.toSorted()).toEqual([
    'ommer_requests_total{method="eth_chainId",result="INJECTED_ERROR"} 1',
    'ommer_requests_total{method="eth_chainId",result="LIMIT_EXCEEDED"} 2',
    'ommer_requests_total{method="eth_chainId",result="ok"} 2',
  ])
  expect(lines.map((line) => JSON.parse(line).result)).toEqual([
    'INJECTED_ERROR',
    'LIMIT_EXCEEDED',
    'LIMIT_EXCEEDED',
    'ok',
    'ok',
  ])
})

describe('initial faults', () => {
  const rules: readonly FaultRule[] = [{ calls: [1, 3], fault: { kind: 'null' } }]
  const answersOf = async (of: ServedEndpoint) => {
    const answers: unknown[] = []
    for (let call = 0; call < 3; call++) answers.push(await of.request(chainId))
    return answers
  }

  test('can be set for an endpoint', async () => {
    const [one, other] = ['one', 'other'].map((key) => server.endpoint(key, { faults: rules }))
    expect(await answersOf(one as ServedEndpoint)).toEqual([null, '0x539', null])
    expect(await answersOf(other as ServedEndpoint)).toEqual([null, '0x539', null])
    expect(one?.faultLog()).toHaveLength(2)
    expect(() => server.endpoint('one', { faults: rules })).toThrow(
      "endpoint 'one' exists already: chain, head, lag, finality and faults can only be set when an endpoint is created",
    )
  })

  test('can be set for all endpoints of a server without faults of their own', async () => {
    const chain = await createChain({ seed: 'faults', blocks: 2 })
    const own = await serveInTest(chain, { apiKeys: ['a', 'b'], anyKey: true, faults: rules })
    expect(await answersOf(own)).toEqual([null, '0x539', null])
    expect(await answersOf(own.endpoint('b'))).toEqual([null, '0x539', null])
    const byKey = await post(own.url.replace('/a', '/came'), request('eth_chainId'))
    expect(await byKey.json()).toMatchObject({ result: null })
    expect(await answersOf(own.endpoint('none', { faults: [] }))).toEqual(Array(3).fill('0x539'))
    own.setFaults(undefined)
    expect(await answersOf(own)).toEqual(Array(3).fill('0x539'))
  })

  test('close connections when the head reaches a block', async () => {
    const fault = { kind: 'socketClosed', atBlock: 9, code: 1012 } as const
    const at = server.endpoint('head', { faults: [{ fault }] })
    const socket = await openSocket(at.wsUrl)
    const closed = once(socket, 'close')
    await at.mine()
    expect((await closed)[0]).toBe(1012)
    expect(at.faultLog()).toMatchObject([{ key: 'head', detail: 'code 1012, 1 connection' }])
  })

  test('are checked before anything starts', async () => {
    const wrong = [{ fault: { kind: 'null', x: 1 } }] as unknown as FaultRule[]
    const message = 'faults[0].fault.x: there is no such field; those known are: kind'
    expect(() => server.endpoint('wrong', { faults: wrong })).toThrow(message)
    expect(await server.endpoint('wrong', { faults: [] }).request(chainId)).toBe('0x539')
    const chain = await createChain({ seed: 'faults', blocks: 1 })
    await expect(serve(chain, { port: 0, faults: wrong })).rejects.toThrow(message)
    const none = null as unknown as undefined
    await expect(serve(chain, { port: 0, faults: none })).rejects.toThrow(FaultError)
  })
})

const methods = ['eth_chainId', 'eth_blockNumber', 'net_version', 'web3_clientVersion']

/** Faults that leave the connection usable, so that all calls can be made. */
const arbitraryRules: fc.Arbitrary<FaultRule[]> = fc.array(
  fc
    .record(
      {
        methods: fc.subarray(methods, { minLength: 1 }),
        calls: fc.record({ from: fc.integer({ min: 1, max: 3 }), every: fc.constantFrom(1, 2) }),
        times: fc.integer({ min: 1, max: 3 }),
        rate: fc.constantFrom([1, 2] as const, [3, 4] as const),
      },
      { requiredKeys: [] },
    )
    .chain((conditions) =>
      fc
        .constantFrom<FaultRule['fault']>(
          { kind: 'null' },
          { kind: 'wrongId' },
          { kind: 'error', code: -1, message: 'x' },
          { kind: 'rateLimit', style: 'inBody' },
          { kind: 'cutOff' },
          { kind: 'latency', milliseconds: [0, 1] },
        )
        .map((fault) => ({ ...conditions, fault })),
    ),
  { minLength: 1, maxLength: 4 },
)

describe('requests that interleave over many connections', () => {
  beforeAll(async () => {
    const open = async () => {
      const socket = new WebSocket(server.wsUrl)
      await once(socket, 'open')
      return socket
    }
    sockets = [await open(), await open()]
  })

  test('get the faults of their method and count', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryRules,
        fc
          .array(fc.constantFrom(...methods), { minLength: 1, maxLength: 16 })
          .chain((calls) =>
            fc.tuple(
              fc.constant(calls),
              fc.shuffledSubarray(calls, { minLength: calls.length }),
              fc.array(fc.nat(2), { minLength: calls.length, maxLength: calls.length }),
            ),
          ),
        async (rules, [calls, shuffled, ways]) => {
          const inOrder = await faultsOf(rules, calls, () => 0)
          const mixed = await faultsOf(rules, shuffled, (place) => ways[place] as number)
          expect(mixed).toEqual(inOrder)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('the faults of a call depend on the order of calls, not on the speed of answers', () => {
  // Log queries run in time slices; an invalid filter is refused at once.
  const logs = (id: number) => request('eth_getLogs', [{ fromBlock: '0x0' }], String(id))
  const refused = (id: number) => request('eth_getLogs', [{ fromBlock: 'x' }], String(id))
  const rules: FaultRule[] = [
    { methods: 'eth_getLogs', times: 2, fault: { kind: 'null' } },
    { methods: 'eth_getLogs', calls: [5, 7], fault: { kind: 'wrongId' } },
    { times: 1, fault: { kind: 'batchReordered' } },
  ]
  const messages = [
    `[${refused(1)},${refused(2)},${logs(3)}]`,
    refused(4),
    logs(5),
    `[${logs(6)},${logs(7)}]`,
    logs(8),
  ]

  test.each([
    ['one after the other', true],
    ['all at once', false],
  ])('%s', async (_, inTurn) => {
    const socket = await openSocket(endpoint.wsUrl)
    endpoint.setFaults(rules)
    let answered = 0
    socket.on('message', () => answered++)
    for (const message of messages) {
      socket.send(message)
      if (inTurn) await once(socket, 'message')
    }
    while (answered < messages.length) await once(socket, 'message')
    socket.terminate()
    const logged = endpoint.faultLog().map(({ method, call, kind }) => `${method} ${call} ${kind}`)
    expect(logged.toSorted()).toEqual([
      'batch 1 batchReordered',
      'eth_getLogs 3 null',
      'eth_getLogs 5 null',
      'eth_getLogs 7 wrongId',
    ])
  })

  test('nor on clients that disconnect early', async () => {
    endpoint.setFaults(rules)
    const socket = await openSocket(endpoint.wsUrl)
    socket.send(messages[0] as string)
    socket.send(`[${Array(40).fill(logs(1))}]`, () => socket.terminate())
    await once(socket, 'close')
    const response = await post(endpoint.url, logs(1))
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('id')
  })
})

/** Makes all calls at once; returns their faults, sorted so that the order of calls does not matter. */
async function faultsOf(
  rules: readonly FaultRule[],
  calls: readonly string[],
  wayOf: (place: number) => number,
): Promise<unknown[]> {
  server.setFaults(rules)
  const owed = new Map<WebSocket, number>()
  const answered = calls.map(async (method, place) => {
    const socket = sockets[wayOf(place) - 1]
    if (socket === undefined) return (await post(server.url, request(method))).text()
    owed.set(socket, (owed.get(socket) ?? 0) + 1)
    socket.send(request(method))
    return undefined
  })
  const notified = [...owed].map(async ([socket, messages]) => {
    let count = messages
    for await (const _ of on(socket, 'message')) if (--count === 0) break
  })
  await Promise.all([...answered, ...notified])
  const logged = server.faultLog().map(({ transport, ...entry }: InjectedFault) => entry)
  server.setFaults(undefined)
  server.clearFaultLog()
  return logged.map((entry) => JSON.stringify(entry)).toSorted()
}
