import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createChain } from '../../../src/chain/createChain.ts'
import { FaultError } from '../../../src/endpoint/faults/faultError.ts'
import type { InjectedFault } from '../../../src/endpoint/faults/faultLog.ts'
import type { FaultRule } from '../../../src/endpoint/faults/faultRule.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { post, request } from '../../support/transports.ts'

let server: Server
let sockets: [WebSocket, WebSocket]
beforeAll(async () => {
  const chain = await createChain({ seed: 'faults', blocks: 8 })
  server = await serve(chain, { port: 0, anyKey: true })
})
afterAll(() => server.close())

let count = 0
let endpoint: ServedEndpoint
beforeEach(() => {
  endpoint = server.endpoint(`set-${count++}`)
})

const chainId = { method: 'eth_chainId' }

describe('setting faults', () => {
  test('is for one endpoint, whoever holds it', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    expect(await endpoint.request(chainId)).toBeNull()
    expect(await server.endpoint(endpoint.key).request(chainId)).toBeNull()
    expect(server.endpoint(endpoint.key).faultLog()).toHaveLength(2)
    expect(await server.request(chainId)).toBe('0x539')
    expect(server.faultLog()).toEqual([])
  })

  test('begins anew', async () => {
    const rules = [{ calls: 1, fault: { kind: 'null' } }] as const
    endpoint.setFaults(rules)
    expect(await endpoint.request(chainId)).toBeNull()
    expect(await endpoint.request(chainId)).toBe('0x539')
    endpoint.setFaults(rules)
    expect(endpoint.faultLog()).toEqual([])
    expect(await endpoint.request(chainId)).toBeNull()
    endpoint.clearFaultLog()
    expect(endpoint.faultLog()).toEqual([])
    expect(await endpoint.request(chainId)).toBe('0x539')
  })

  test('to undefined ends them', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    endpoint.setFaults(undefined)
    expect(await endpoint.request(chainId)).toBe('0x539')
    expect(endpoint.faultLog()).toEqual([])
  })

  test('wrongly changes nothing', async () => {
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    const wrong = [{ fault: { kind: 'nil' } }] as unknown as FaultRule[]
    expect(() => endpoint.setFaults(wrong)).toThrow(FaultError)
    expect(() => endpoint.setFaults(null as unknown as undefined)).toThrow(FaultError)
    expect(() => endpoint.setFaults([], { seed: {} as string })).toThrow(
      'seed: [object Object] is neither a text nor a number',
    )
    expect(await endpoint.request(chainId)).toBeNull()
  })

  test('acts on connections that are open', async () => {
    const socket = new WebSocket(endpoint.wsUrl)
    await once(socket, 'open')
    endpoint.setFaults([{ fault: { kind: 'null' } }])
    socket.send(request('eth_chainId'))
    const [message] = await once(socket, 'message')
    expect(JSON.parse(String(message))).toMatchObject({ result: null })
    socket.terminate()
  })

  test('draws by the seed of the chain, unless told another', async () => {
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

const methods = ['eth_chainId', 'eth_blockNumber', 'net_version', 'web3_clientVersion']

/** Faults after which the connection is of use still, so that all calls can be made. */
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

describe('however requests interleave over many connections', () => {
  beforeAll(async () => {
    const open = async () => {
      const socket = new WebSocket(server.wsUrl)
      await once(socket, 'open')
      return socket
    }
    sockets = [await open(), await open()]
  })

  test('each call has the faults that it has by its method and number', async () => {
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

/** Makes calls all at once; gives what befell them, in an order that does not depend on that of the calls. */
async function faultsOf(
  rules: readonly FaultRule[],
  calls: readonly string[],
  wayOf: (place: number) => number,
): Promise<unknown[]> {
  server.setFaults(rules)
  const answered = calls.map(async (method, place) => {
    const socket = sockets[wayOf(place) - 1]
    if (socket === undefined) return (await post(server.url, request(method))).text()
    const message = once(socket, 'message')
    socket.send(request(method))
    return message
  })
  await Promise.all(answered)
  const told = server.faultLog().map(({ transport, ...entry }: InjectedFault) => entry)
  server.setFaults(undefined)
  return told.map((entry) => JSON.stringify(entry)).toSorted()
}
