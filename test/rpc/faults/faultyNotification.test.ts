import { once } from 'node:events'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { FaultRule } from '../../../src/faults/faultRule.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { type Notification, Subscriber } from '../../support/subscriber.ts'

let chain: Chain
let server: Server
/** an endpoint without faults, whose head moves in the same way */
let right: ServedEndpoint
const clients: Subscriber[] = []
beforeAll(async () => {
  chain = await createChain({ seed: 'faults', blocks: 8, preset: 'pow' })
})
beforeEach(async () => {
  server = await serve(chain, { port: 0 })
  right = server.endpoint('right')
})
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate()
  await server.close()
})

async function open(endpoint: ServedEndpoint): Promise<Subscriber> {
  const client = await Subscriber.open(endpoint.wsUrl)
  clients.push(client)
  return client
}

/** The notifications that a subscriber received, and the correct ones. */
async function notified(
  what: readonly unknown[],
  rules: readonly FaultRule[],
  move: (endpoint: ServedEndpoint) => Promise<unknown> = (endpoint) => endpoint.mine(3),
): Promise<{ wrong: readonly Notification[]; expected: readonly Notification[] }> {
  const [wrong, expected] = [await open(server), await open(right)]
  for (const client of [wrong, expected]) await client.subscribe(...what)
  server.setFaults(rules)
  for (const endpoint of [server, right]) await move(endpoint)
  return { wrong: await wrong.received(), expected: await expected.received() }
}

const results = (notified: readonly Notification[]) => notified.map(({ result }) => result)

describe('a field of a notification', () => {
  test('is corrupted, and the others are correct', async () => {
    const { wrong, expected } = await notified(
      ['newHeads'],
      [{ calls: 2, fault: { kind: 'corrupt', what: 'parentHash' } }],
    )
    expect(wrong).toHaveLength(3)
    expect([wrong[0], wrong[2]]).toEqual([expected[0], expected[2]])
    const { parentHash, ...rest } = wrong[1]?.result ?? {}
    expect(parentHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(parentHash).not.toBe(expected[1]?.result.parentHash)
    expect({ ...rest, parentHash: expected[1]?.result.parentHash }).toEqual(expected[1]?.result)
    const detail = `newHeads 0x1: parentHash: ${expected[1]?.result.parentHash} -> ${parentHash}`
    expect(server.faultLog()).toMatchObject([
      { key: 'dev', call: 2, method: 'eth_subscription', kind: 'corrupt', detail, block: 10 },
    ])
  })

  test('can belong to a removed log', async () => {
    const { wrong, expected } = await notified(
      ['logs', {}],
      [
        {
          methods: 'eth_subscription',
          fault: { kind: 'corrupt', field: 'blockNumber', value: '0x0' },
        },
      ],
      async (endpoint) => {
        await endpoint.mine(3)
        await endpoint.reorg({ depth: 3 })
      },
    )
    expect(expected.some(({ result }) => result.removed === true)).toBe(true)
    expect(results(wrong)).toEqual(results(expected).map((log) => ({ ...log, blockNumber: '0x0' })))
    const details = expected.map(
      ({ result }) => `logs 0x1: blockNumber: ${result.blockNumber} -> 0x0`,
    )
    expect(server.faultLog().map(({ detail }) => detail)).toEqual(details)
  })

  test('leaves alone a notification without the field, and other subscribers', async () => {
    const { wrong, expected } = await notified(
      ['newHeads'],
      [{ fault: { kind: 'corrupt', what: 'missingLog' }, times: 1 }],
    )
    expect(wrong).toEqual(expected)
    expect(server.faultLog()).toEqual([])
    server.setFaults([{ fault: { kind: 'corrupt', what: 'logsBloom' } }])
    const [one, other] = [await open(server), await open(right)]
    for (const client of [one, other]) await client.subscribe('newHeads')
    for (const endpoint of [server, right]) await endpoint.mine()
    const [[wrongHead], [head]] = [results(await one.received()), results(await other.received())]
    expect(wrongHead?.hash).toBe(head?.hash)
    expect(wrongHead?.logsBloom).not.toBe(head?.logsBloom)
    const block = { method: 'eth_getBlockByNumber', params: [head?.number, false] }
    expect(await right.request(block)).toMatchObject({ logsBloom: head?.logsBloom })
  })
})

describe('a notification of a head', () => {
  test.each([
    [{ kind: 'previousBlock' }, ['0x8', '0x9', '0xa']],
    [{ kind: 'staleHead', blocks: 2 }, ['0x7', '0x8', '0x9']],
    [{ kind: 'staleHead', blocks: 99 }, ['0x0', '0x0', '0x0']],
  ] as const)('under %j shows an older head', async (fault, numbers) => {
    const { wrong } = await notified(['newHeads'], [{ fault }])
    expect(results(wrong).map(({ number }) => number)).toEqual(numbers)
    const before = { method: 'eth_getBlockByNumber', params: [numbers[0], false] }
    expect(results(wrong)[0]?.hash).toBe(((await right.request(before)) as { hash: string }).hash)
    expect(server.faultLog().filter(({ method }) => method === 'eth_subscription')).toHaveLength(3)
  })

  test('leaves notifications of logs alone', async () => {
    const { wrong, expected } = await notified(
      ['logs', {}],
      [{ methods: 'eth_subscription', fault: { kind: 'previousBlock' } }],
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(wrong).toEqual(expected)
    expect(server.faultLog()).toEqual([])
  })
})

test('applies in-process faults to notifications, too', async () => {
  const heads: { number: string; parentHash: string }[] = []
  server.on('message', ({ data }) => heads.push(data.result as (typeof heads)[0]))
  await server.request({ method: 'eth_subscribe', params: ['newHeads'] })
  server.setFaults([
    { blocks: 9, fault: { kind: 'timeOut' } },
    { blocks: 10, fault: { kind: 'corrupt', field: 'parentHash', value: '0x' } },
    { blocks: 11, fault: { kind: 'previousBlock' } },
    { fault: { kind: 'reset' } },
    { fault: { kind: 'messageDoubled' } },
  ])
  await server.mine(4)
  while (heads.length < 3) await new Promise((resolve) => setImmediate(resolve))
  expect(heads.map(({ number }) => number)).toEqual(['0xa', '0xa', '0xc'])
  expect(heads[0]?.parentHash).toBe('0x')
  expect(server.faultLog().map(({ kind, transport }) => `${kind} ${transport}`)).toEqual([
    'timeOut inProcess',
    'corrupt inProcess',
    'previousBlock inProcess',
  ])
})

describe('a notification', () => {
  test('is lost', async () => {
    const { wrong, expected } = await notified(
      ['newHeads'],
      [{ blocks: 10, fault: { kind: 'timeOut' } }],
    )
    expect(wrong).toEqual([expected[0], expected[2]])
    expect(server.faultLog()).toMatchObject([
      { call: 2, kind: 'timeOut', detail: 'newHeads 0x1: lost', block: 10 },
    ])
  })

  test.each(['cutOff', 'malformed'] as const)('is %s', async (kind) => {
    const client = await open(server)
    await client.subscribe('newHeads')
    client.socket.removeAllListeners('message')
    server.setFaults([{ methods: 'eth_subscription', fault: { kind } }])
    const message = once(client.socket, 'message')
    await server.mine()
    const text = String((await message)[0])
    expect(text).toMatch(/^\{/)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(server.faultLog()).toMatchObject([{ kind }])
  })

  test.each([
    [{ kind: 'socketClosed', code: 1012 }, 1012],
    [{ kind: 'reset' }, 1006],
    [{ kind: 'reset', when: 'midAnswer' }, 1006],
  ] as const)('under %j closes the connection', async (fault, code) => {
    const client = await open(server)
    client.socket.on('error', () => {})
    await client.subscribe('newHeads')
    server.setFaults([{ calls: 2, methods: 'eth_subscription', fault }])
    const closed = once(client.socket, 'close')
    await server.mine(3)
    expect((await closed)[0]).toBe(code)
    expect(server.faultLog()).toMatchObject([{ call: 2, kind: fault.kind, block: 10 }])
  })
})
