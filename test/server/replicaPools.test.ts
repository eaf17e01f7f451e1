import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createChain } from '../../src/createChain.ts'
import type { PoolOptions } from '../../src/endpoint/replicaPool.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'

const HEAD = 12
const LAG = 3

interface Response {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

async function start(): Promise<Server> {
  const chain = await createChain({ blocks: HEAD, preset: 'pow', seed: 'pools' })
  const server = await serve(chain, { port: 0, methods: 'all', apiKeys: ['a'], explorer: true })
  server.endpoint('b', { dialect: 'reth', lag: { behind: 'a', blocks: LAG } })
  server.endpoint('c', { dialect: 'besu', lag: { behind: 'a', blocks: 2 * LAG } })
  return server
}

let server: Server
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.close())

let count = 0
const pool = (options: PoolOptions, on = server) =>
  on.endpoint(`pool-${count++}`, { pool: options })

async function post({ url }: ServedEndpoint, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Response & Response[]
}

const request = (method: string, params: readonly unknown[] = [], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

const blockNumber = async (endpoint: ServedEndpoint) =>
  Number((await post(endpoint, request('eth_blockNumber'))).result)

async function heads(endpoint: ServedEndpoint, times: number): Promise<number[]> {
  const found: number[] = []
  for (let at = 0; at < times; at++) found.push(await blockNumber(endpoint))
  return found
}

const of = ['a', 'b', 'c']

describe('a pool', () => {
  test('meets all of its replicas, the same in each run', async () => {
    const key = 'same'
    const first = await heads(server.endpoint(key, { pool: { of } }), 30)
    expect(new Set(first)).toEqual(new Set([HEAD, HEAD - LAG, HEAD - 2 * LAG]))
    const other = await start()
    expect(await heads(other.endpoint(key, { pool: { of } }), 30)).toEqual(first)
    await other.close()
  })

  test('draws by weights', async () => {
    expect(new Set(await heads(pool({ of, weights: [0, 1, 0] }), 10))).toEqual(
      new Set([HEAD - LAG]),
    )
    const found = await heads(pool({ of: ['a', 'b'], weights: [9, 1] }), 100)
    const atA = found.filter((head) => head === HEAD).length
    expect(atA).toBeGreaterThan(75)
    expect(atA).toBeLessThan(100)
  })

  test('splits a batch by request', async () => {
    const batch = Array.from({ length: 30 }, (_, id) => request('eth_blockNumber', [], id))
    const answers = await post(pool({ of, by: 'request' }), batch)
    expect(answers.map(({ id }) => id)).toEqual(batch.map(({ id }) => id))
    expect(new Set(answers.map(({ result }) => Number(result))).size).toBe(3)
  })

  test.each(['batch', 'connection'] as const)('keeps a batch together: %s', async (by) => {
    const batch = Array.from({ length: 30 }, (_, id) => request('eth_blockNumber', [], id))
    const endpoint = pool({ of, by })
    const answers = await post(endpoint, batch)
    expect(new Set(answers.map(({ result }) => result)).size).toBe(1)
  })

  test('keeps a replica for some requests', async () => {
    const endpoint = pool({ of, stickyFor: 10 })
    const found: unknown[] = []
    for (let at = 0; at < 40; at++) {
      found.push(await endpoint.request({ method: 'eth_blockNumber' }))
    }
    for (let start = 0; start < 40; start += 10) {
      expect(new Set(found.slice(start, start + 10)).size).toBe(1)
    }
    expect(new Set(found).size).toBeGreaterThan(1)
  })

  test('answers in the words of the replica', async () => {
    const endpoint = pool({ of })
    const messages = new Set<string | undefined>()
    for (let at = 0; at < 30; at++) {
      const { error } = await post(endpoint, request('eth_getFilterLogs', ['0x1']))
      messages.add(`${error?.code} ${error?.message}`)
    }
    expect(messages).toEqual(
      new Set(['-32000 filter not found', '-32602 filter not found', '-32000 Filter not found']),
    )
  })

  test('knows a filter only where it was made', async () => {
    const endpoint = pool({ of: ['a', 'b'] })
    const { result } = await post(endpoint, request('eth_newBlockFilter'))
    const answers: boolean[] = []
    for (let at = 0; at < 20; at++) {
      const { error } = await post(endpoint, request('eth_getFilterChanges', [result]))
      answers.push(error === undefined)
    }
    expect(new Set(answers)).toEqual(new Set([true, false]))
  })

  test('has the faults of its replicas', async () => {
    server.endpoint('faulty', {
      faults: [{ fault: { kind: 'error', code: -1, message: 'no' } }],
    })
    const endpoint = pool({ of: ['a', 'faulty'] })
    const batch = Array.from({ length: 20 }, (_, id) => request('eth_chainId', [], id))
    const answers = await post(endpoint, batch)
    expect(new Set(answers.map(({ error }) => error?.message))).toEqual(new Set([undefined, 'no']))
  })

  test('says in its log of requests which replica has answered', async () => {
    const endpoint = pool({ of })
    await heads(endpoint, 20)
    const { result } = await post(endpoint, request('ommer_requests', [{}]))
    const { entries } = result as { readonly entries: readonly { readonly replica?: string }[] }
    const replicas = entries.map(({ replica }) => replica)
    expect(new Set(replicas)).toEqual(new Set(of))
  })

  test('leaves out a replica that is closed, and says when none is left', async () => {
    const [left, right] = [server.endpoint('left'), server.endpoint('right')]
    const endpoint = pool({ of: ['left', 'right'] })
    await left.close()
    expect(new Set(await heads(endpoint, 10))).toEqual(new Set([HEAD]))
    await right.close()
    expect(await post(endpoint, request('eth_chainId'))).toMatchObject({
      error: { code: -32000, message: 'no endpoint of the pool is left' },
    })
  })

  test.each([5, null, undefined, 'x'.repeat(3000)])('refuses the method %j', async (method) => {
    const endpoint = pool({ of })
    const { error } = await post(endpoint, { jsonrpc: '2.0', id: 1, method })
    expect(error?.code).toBe(typeof method === 'string' ? -32601 : -32600)
    await expect(endpoint.request({ method: method as string })).rejects.toMatchObject({
      code: typeof method === 'string' ? -32601 : -32600,
    })
  })

  test('answers a batch with what is no request', async () => {
    const answers = await post(pool({ of }), [1, {}, null, request('eth_chainId')])
    expect(answers.map(({ error }) => error?.code)).toEqual([-32600, -32600, -32600, undefined])
  })

  test('answers what only ommer has, and the rest of the batch at a replica', async () => {
    const endpoint = pool({ of: ['b'], by: 'batch' })
    const answers = await post(endpoint, [
      request('eth_blockNumber'),
      request('ommer_requests', [{}]),
    ])
    expect(Number(answers[0]?.result)).toBe(HEAD - LAG)
    expect(answers[1]).toHaveProperty('result.entries')
  })

  test('draws for all requests of a batch before the next', async () => {
    const [one, other] = [server.endpoint('drawn', { pool: { of } }), await start()]
    const batch = Array.from({ length: 12 }, (_, id) => request('eth_blockNumber', [], id))
    const heads = async (endpoint: ServedEndpoint, isAtOnce: boolean) => {
      const first = post(endpoint, batch)
      if (!isAtOnce) await first
      const next = await endpoint.request({ method: 'eth_blockNumber' })
      return [(await first).map(({ result }) => result), next] as const
    }
    const waited = await heads(one, false)
    const again = other.endpoint('drawn', { pool: { of } })
    const atOnce = await heads(again, false)
    expect(atOnce).toEqual(waited)
    await other.close()
  })

  test('keeps the limit on the bytes of answers', async () => {
    const chain = await createChain({ blocks: HEAD, seed: 'limited' })
    const limited = await serve(chain, {
      port: 0,
      apiKeys: ['a', 'b'],
      limits: { answerBytes: 100_000 },
    })
    const batch = Array.from({ length: 200 }, (_, id) =>
      request('eth_getBlockByNumber', ['0x5', true], id),
    )
    const answers = await post(pool({ of: ['a', 'b'] }, limited), batch)
    expect(answers).toHaveLength(200)
    expect(answers.at(-1)?.error?.code).toBe(-32003)
    expect(JSON.stringify(answers).length).toBeLessThan(300_000)
    await limited.close()
  })

  test('refuses moves and faults', async () => {
    const endpoint = pool({ of })
    const problem = 'it is a pool: do this at its endpoints (a, b, c)'
    await expect(endpoint.mine(1)).rejects.toThrow(problem)
    await expect(endpoint.setLag(undefined)).rejects.toThrow(problem)
    expect(() => endpoint.setFaults([])).toThrow(problem)
    const received = endpoint.received({ method: 'eth_chainId', count: 1 })
    await endpoint.request({ method: 'eth_chainId' })
    await received
  })

  test('begins anew in process when the replica of its subscriptions is closed', async () => {
    const keys = ['home-1', 'home-2']
    for (const key of keys) server.endpoint(key, {})
    const endpoint = pool({ of: keys })
    const events: string[] = []
    endpoint.on('disconnect', (() => events.push('disconnect')) as never)
    endpoint.on('message', (() => events.push('message')) as never)
    await endpoint.request({ method: 'eth_subscribe', params: ['newHeads'] })
    await server.endpoint('home-1').close()
    await endpoint.request({ method: 'eth_subscribe', params: ['newHeads'] })
    await server.endpoint('home-2').mine(1)
    await expect.poll(() => events.includes('message'), { timeout: 60_000 }).toBe(true)
  })

  test('keeps subscriptions at one replica', async () => {
    const leader = server.endpoint('leader', {})
    const follower = server.endpoint('follower', { lag: { behind: 'leader', blocks: 1 } })
    const endpoint = pool({ of: ['leader', 'follower'] })
    const socket = new WebSocket(endpoint.wsUrl)
    await new Promise((resolve) => socket.once('open', resolve))
    const messages: Record<string, unknown>[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data))))
    socket.send(JSON.stringify(request('eth_subscribe', ['newHeads'])))
    await Promise.race([leader, follower].map((each) => each.subscribed('newHeads')))
    await leader.mine(3)
    const heads = () => messages.filter(({ method }) => method === 'eth_subscription')
    await expect.poll(() => heads().length, { timeout: 60_000 }).toBe(3)
    socket.terminate()
  })
})

test.each<[unknown, string]>([
  [{ of: [] }, 'pool.of: '],
  [{ of: ['a', 'a'] }, 'pool.of: a key is there twice'],
  [{ of: ['a'], weights: [1, 2] }, 'pool.weights: want 1, one for each key of "of"'],
  [{ of: ['a', 'b'], weights: [0, 0] }, 'pool.weights: one must be above 0'],
  [{ of: ['nobody'] }, "pool.of: there is no endpoint 'nobody'"],
  [{ of: ['a'], by: 'day' }, 'pool.by: '],
])('refuses %j', (options, problem) => {
  expect(() => server.endpoint('refused', { pool: options as PoolOptions })).toThrow(problem)
})

test('refuses a pool of pools, and options that its endpoints have', () => {
  const { key } = pool({ of })
  expect(() => pool({ of: [key] })).toThrow(`pool.of: endpoint '${key}' is a pool itself`)
  expect(() => server.endpoint('refused', { pool: { of }, head: 3 })).toThrow(
    'pool: it cannot be combined with head: set it at its endpoints',
  )
})
