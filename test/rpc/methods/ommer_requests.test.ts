import { afterEach, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ServeOptions } from '../../../src/server/options.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { Subscriber } from '../../support/subscriber.ts'
import { askOverHttp, post, request } from '../../support/transports.ts'

interface Entry {
  readonly sequence: number
  readonly time: number
  readonly type: string
  readonly method: string
  readonly [member: string]: unknown
}

interface Entries {
  readonly entries: readonly Entry[]
  readonly dropped: number
  readonly lost: number
}

const chain = await createChain({ seed: 'requests', blocks: 12, preset: 'latest' })

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

async function start(options: ServeOptions = {}): Promise<Server> {
  const server = await serve(chain, { port: 0, ...options })
  closes.push(() => server.close())
  return server
}

/** The explorer, whose own requests are not among those that it reads. */
async function explorerOf(endpoint: ServedEndpoint) {
  const client = await Subscriber.open(`${endpoint.wsUrl}?explorer`)
  closes.push(() => client.socket.terminate())
  const requests = (query = {}) => client.ask('ommer_requests', query) as Promise<Entries>
  return { client, requests }
}

test('lists the requests of all transports with their answers, newest first', async () => {
  const server = await start()
  const { requests } = await explorerOf(server)
  const before = Date.now()
  await askOverHttp(server.url, 'eth_chainId')
  const client = await Subscriber.open(server.wsUrl)
  await client.ask('eth_getBlockByNumber', 'newest', false)
  client.socket.terminate()
  await server.request({ method: 'eth_blockNumber' })
  const { entries, dropped } = await requests()
  expect(entries).toMatchObject([
    { sequence: 3, method: 'eth_blockNumber', transport: 'inProcess', answer: { result: '0xc' } },
    {
      sequence: 2,
      type: 'request',
      method: 'eth_getBlockByNumber',
      params: ['newest', false],
      transport: 'webSocket',
      outcome: 'INVALID_PARAMS',
      answer: { error: { code: -32602 } },
    },
    {
      sequence: 1,
      transport: 'http',
      outcome: 'ok',
      params: [],
      answer: { result: '0x539' },
      answerLength: '"result":"0x539"}'.length,
    },
  ])
  expect(dropped).toBe(0)
  const [first] = entries
  expect(first?.time).toBeGreaterThan(before - 1000)
  expect(first?.time).toBeLessThan(Date.now() + 1000)
})

test('cuts long answers in the list, and has them whole one by one', async () => {
  const server = await start()
  const { client, requests } = await explorerOf(server)
  const result = await askOverHttp(server.url, 'eth_getBlockByNumber', '0xc', true)
  const [entry] = (await requests()).entries
  expect(entry).not.toHaveProperty('answer')
  expect(entry?.answerText).toBe(JSON.stringify({ result }).slice(0, 513))
  expect(await client.ask('ommer_request', 1)).toMatchObject({ sequence: 1, answer: { result } })
  expect(await client.ask('ommer_request', 2)).toBeNull()
})

test('selects by method and number', async () => {
  const server = await start()
  const { requests } = await explorerOf(server)
  for (let count = 0; count < 4; count++) {
    await askOverHttp(server.url, 'eth_chainId')
    await askOverHttp(server.url, 'eth_blockNumber')
  }
  const numbers = async (query: object) =>
    (await requests(query)).entries.map(({ sequence }) => sequence)
  expect(await numbers({ limit: 3 })).toEqual([8, 7, 6])
  expect(await numbers({ before: 6, method: 'eth_chainId' })).toEqual([5, 3, 1])
  expect(await numbers({ before: 1 })).toEqual([])
})

test('has moves on the same timeline, but no reads of the author', async () => {
  const server = await start()
  const { requests } = await explorerOf(server)
  await server.mine(2)
  await server.rollback(100).catch(() => {})
  server.receivedCounts()
  expect((await requests()).entries).toMatchObject([
    { type: 'move', method: 'ommer_rollback', params: [100], outcome: 'ROLLBACK_TOO_DEEP' },
    { type: 'move', method: 'ommer_mine', params: [2], outcome: 'ok' },
  ])
})

test('names the faults of a request, that of its delay included', async () => {
  const server = await start()
  const { requests, client } = await explorerOf(server)
  server.setFaults([
    { fault: { kind: 'latency', milliseconds: 1 } },
    { methods: 'eth_chainId', fault: { kind: 'rateLimit' } },
  ])
  await post(server.url, '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')
  const [entry] = (await requests()).entries
  expect(entry).toMatchObject({
    method: 'eth_chainId',
    outcome: 'LIMIT_EXCEEDED',
    faults: [
      { kind: 'latency', rule: 0, detail: '1 ms' },
      { kind: 'rateLimit', rule: 1 },
    ],
  })
  // The explorer itself has no faults.
  expect(await client.ask('eth_chainId')).toBe('0x539')
  expect(server.receivedCounts()).toEqual({ eth_chainId: 1 })
})

test('has the fault of a call with it, whatever its method is called', async () => {
  const server = await start()
  const { requests } = await explorerOf(server)
  server.setFaults([{ fault: { kind: 'error', code: 1, message: 'no' } }])
  for (const method of ['batch', 'head', 'eth_subscription']) await askOverHttp(server.url, method)
  const { entries } = await requests()
  expect(entries.map(({ type, method }) => `${type} ${method}`)).toEqual([
    'request eth_subscription',
    'request head',
    'request batch',
    'move ommer_setFaults',
  ])
})

test('has the fault of a batch by itself', async () => {
  const server = await start()
  const { requests } = await explorerOf(server)
  server.setFaults([{ fault: { kind: 'batchOneError' } }])
  await post(server.url, `[${request('eth_chainId')}]`)
  const { entries } = await requests()
  expect(entries.find(({ type }) => type === 'fault')).toMatchObject({
    method: 'batch',
    faults: [{ kind: 'batchOneError', rule: 0 }],
  })
})

test('is kept apart for each endpoint', async () => {
  const server = await start()
  const other = server.endpoint('other')
  const { requests } = await explorerOf(other)
  await askOverHttp(server.url, 'eth_chainId')
  await askOverHttp(other.url, 'eth_blockNumber')
  expect((await requests()).entries).toMatchObject([{ sequence: 1, method: 'eth_blockNumber' }])
})

test('drops the oldest, so that its memory is bounded', async () => {
  const server = await start({ limits: { requestLogBytes: 20_000 } })
  const { requests } = await explorerOf(server)
  for (let count = 0; count < 100; count++) await server.request({ method: 'eth_chainId' })
  const { entries, dropped } = await requests({ limit: 200 })
  expect(entries.length).toBeGreaterThan(10)
  expect(entries.length + dropped).toBe(100)
  expect(dropped).toBeGreaterThan(20)
})

test('subscribers get new entries, many at once', async () => {
  const server = await start()
  const { client } = await explorerOf(server)
  await client.subscribe('ommer_requests')
  for (let count = 0; count < 300; count++) await server.request({ method: 'eth_chainId' })
  const sequences: number[] = []
  let lost = 0
  while (sequences.at(-1) !== 300) {
    for (const { result } of await client.received()) {
      const notified = result as unknown as Entries
      lost += notified.lost
      sequences.push(...notified.entries.map(({ sequence }) => sequence))
    }
  }
  expect(sequences.length + lost).toBe(300)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
})

test('is not shown to web pages of other origins', async () => {
  const server = await start()
  const origin = 'https://foreign.example'
  const answer = await post(server.url, request('ommer_requests'), { origin })
  const error = { code: -32000, data: { code: 'FOREIGN_ORIGIN' } }
  expect(await answer.json()).toMatchObject({ error })
})

test('is off without the explorer, and the explorer counts as a client', async () => {
  const server = await start({ explorer: false })
  const { requests } = await explorerOf(server)
  expect(await requests()).toMatchObject({ data: { code: 'NO_REQUEST_LOG' } })
  expect(server.receivedCounts()).toEqual({ ommer_requests: 1 })
})

test.each([
  [[{ limit: 201 }], 'limit: 201 is not a whole number from 1 to 200'],
  [[{ before: 0 }], 'before: 0 is not a whole number of at least 1'],
  [[{ method: 1 }], 'method: 1 is not the name of a method'],
  [[{ since: 1 }], 'since: there is no such member; those known are: before, limit, method'],
  [[5], '5 is not an object such as'],
])('refuses %j', async (params, problem) => {
  const server = await start()
  const error = await askOverHttp(server.url, 'ommer_requests', ...params)
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(problem) })
})

test('refuses to subscribe to a number of entries, also to the one of responses', async () => {
  const { client } = await explorerOf(await start())
  expect(await client.subscribe('ommer_requests', { limit: 50 })).toMatchObject({
    code: -32602,
    message: 'invalid argument 1: limit: there is no such member; those known are: method',
  })
})

test('subscribers to one method get only its entries, however many others there are', async () => {
  const server = await start()
  const { client } = await explorerOf(server)
  await client.subscribe('ommer_requests', { method: 'eth_blockNumber' })
  await server.request({ method: 'eth_blockNumber' })
  for (let count = 0; count < 300; count++) await server.request({ method: 'eth_chainId' })
  await server.request({ method: 'eth_blockNumber' })
  const sequences: number[] = []
  while (sequences.length < 2) {
    for (const { result } of await client.received()) {
      const { entries, lost } = result as unknown as Entries
      sequences.push(...entries.map(({ sequence }) => sequence))
      expect(lost).toBe(0)
    }
  }
  expect(sequences).toEqual([1, 302])
})
