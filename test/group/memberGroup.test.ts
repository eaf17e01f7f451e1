import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { MemberGroup } from '../../src/group/memberGroup.ts'
import { replicaHost } from '../../src/group/redis/replicaHost.ts'
import type { JournalHeader } from '../../src/log/journalHeader.ts'
import { messageOf } from '../../src/primitives/errors.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { resolveServeOptions } from '../../src/server/resolveServeOptions.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { SharedMemory, SharedStore } from '../support/group/sharedStore.ts'
import { until } from '../support/until.ts'

const options: ServeOptions = {
  port: 0,
  dev: true,
  control: true,
  anyKey: true,
  apiKeys: undefined,
}

/** A replica in this process. */
interface Replica {
  readonly group: MemberGroup
  readonly chain: Chain
  readonly server: Server
  /** `HOST:PORT` */
  readonly address: string
  /** Stops it as a signal does. */
  stop(): Promise<void>
}

const running = new Set<Replica>()
afterEach(async () => {
  await Promise.all([...running].map((replica) => replica.stop()))
})

async function start(
  shared: SharedMemory,
  more: ServeOptions = {},
  spec: ChainSpec = {},
): Promise<Replica> {
  const given = { ...options, ...more }
  const chain = await createChain({ seed: 'replicas', blocks: 5, ...spec })
  const resolved = resolveServeOptions(given)
  const group = new MemberGroup(new SharedStore(shared), resolved, replicaHost(resolved, {}))
  const server = await serve(chain, given, '0.0.0', undefined, group)
  const replica: Replica = {
    group,
    chain,
    server,
    address: new URL(server.url).host,
    async stop() {
      running.delete(replica)
      await server.close()
      await group.leave()
    },
  }
  running.add(replica)
  return replica
}

async function startTwo(more: ServeOptions = {}) {
  const shared = new SharedMemory()
  return { shared, one: await start(shared, more), two: await start(shared, more) }
}

const url = ({ address }: Replica, key: string) => `http://${address}/v3/${key}`
const control = ({ address }: Replica, key: string) => `http://${address}/control/${key}`

/** A client of an endpoint, and the numbers of the new heads that it is notified of. */
async function subscriber({ address }: Replica, key: string) {
  const client = new WebSocket(`ws://${address}/ws/v3/${key}`)
  await once(client, 'open')
  const messages = { heads: [] as string[], answers: 0 }
  client.on('message', (data) => {
    const { params } = JSON.parse(String(data))
    if (params === undefined) messages.answers++
    else messages.heads.push(params.result.number)
  })
  client.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
  await until(() => messages.answers === 1)
  return { messages, client }
}

/** Lets the store add no entries. @returns ends this */
function holdAppends(shared: SharedMemory): () => void {
  let release: () => void = () => {}
  shared.appending = new Promise((resolve) => {
    release = () => {
      shared.appending = undefined
      resolve()
    }
  })
  return release
}

async function health({ address }: Replica) {
  const response = await fetch(`http://${address}/health`)
  return { code: response.status, ...((await response.json()) as Record<string, unknown>) }
}

const statusOf = async (replica: Replica) =>
  ((await health(replica)) as Record<string, unknown>).status

describe('replicas', () => {
  it('answer for an endpoint from one of them, whichever is asked', async () => {
    const { one, two } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    expect(await callMethod(url(two, 'k'), 'eth_blockNumber')).toBe('0x6')
    await callMethod(url(two, 'k'), 'evm_mine')
    expect(await callMethod(url(one, 'k'), 'eth_blockNumber')).toBe('0x7')
    const filter = await callMethod(url(two, 'k'), 'eth_newBlockFilter')
    await callMethod(url(one, 'k'), 'evm_mine')
    expect(await callMethod(url(two, 'k'), 'eth_getFilterChanges', filter)).toHaveLength(1)
    expect(await health(one)).toMatchObject({ code: 200, replica: { owned: 1 } })
    expect(await health(two)).toMatchObject({ code: 200, replica: { owned: 0 } })
  })

  it('take over what happened at one that has ended', async () => {
    const { one, two } = await startTwo()
    await callMethod(url(one, 'k'), 'ommer_mine', 3)
    await callMethod(url(one, 'k'), 'ommer_reorg', { depth: 2 })
    const before = await callMethod(url(two, 'k'), 'eth_getBlockByNumber', 'latest', true)
    await one.stop()
    expect(await callMethod(url(two, 'k'), 'eth_getBlockByNumber', 'latest', true)).toEqual(before)
    await callMethod(url(two, 'k'), 'evm_mine')
    expect(await callMethod(url(two, 'k'), 'eth_blockNumber')).toBe('0xa')
  })

  it('take over blocks on both sides of Amsterdam, with their access lists', async () => {
    const shared = new SharedMemory()
    const forks = { bpo2: 0, paris: 0, amsterdam: 7 }
    const spec = { preset: 'latest', forks } as const
    const [one, two] = [await start(shared, {}, spec), await start(shared, {}, spec)]
    await callMethod(url(one, 'k'), 'ommer_mine', 3)
    await callMethod(url(one, 'k'), 'ommer_reorg', { depth: 2 })
    const read = async (replica: Replica) => [
      await callMethod(url(replica, 'k'), 'eth_getBlockByNumber', 'latest', true),
      await callMethod(url(replica, 'k'), 'eth_getBlockAccessList', 'latest'),
    ]
    const before = await read(two)
    expect(before[0]).toHaveProperty('slotNumber')
    await one.stop()
    expect(await read(two)).toEqual(before)
  })

  it('pass requests on with and without bodies, on one connection', async () => {
    const { one, two } = await startTwo()
    for (const key of ['a', 'b']) await callMethod(url(one, key), 'evm_mine')
    await callMethod(url(two, 'own'), 'evm_mine')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = async (path: string, body: string | undefined, isChunked = false) => {
      const [host, port] = two.address.split(':')
      const length = isChunked ? { 'transfer-encoding': 'chunked' } : {}
      const headers = { 'content-type': 'application/json', ...length }
      const method = body === undefined ? 'GET' : 'POST'
      const request = httpRequest({ host, port, path, method, headers, agent })
      request.end(body)
      const [response] = await once(request, 'response')
      return [response.statusCode, await text(response)]
    }
    const number = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
    const head = [200, '{"jsonrpc":"2.0","id":1,"result":"0x6"}']
    for (const key of ['a', 'own', 'b', 'a']) {
      expect(await send(`/v3/${key}`, number)).toEqual(head)
      expect(await send(`/v3/${key}`, number, true)).toEqual(head)
      expect((await send(`/contracts/${key}`, undefined))[0]).toBe(200)
    }
    agent.destroy()
  })

  it('do not believe clients that say that a request was passed on', async () => {
    const { one, two } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
    for (const hops of ['3', '-1', 'NaN', '1e999', '3 undefined', '3 id', '']) {
      const headers = { 'content-type': 'application/json', 'x-ommer-hops': hops }
      const response = await fetch(url(two, 'k'), { method: 'POST', body, headers })
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x6' })
    }
  })

  it('write no ill-formed key to the store', async () => {
    const { shared, one } = await startTwo()
    for (const key of ['a b', '../x', '', 'x'.repeat(200), 5]) {
      const made = callMethod(control(one, 'k'), 'ommer_createEndpoint', key, {})
      await expect(made).rejects.toThrow('ommer_createEndpoint')
      const closed = callMethod(control(one, 'k'), 'ommer_closeEndpoint', key)
      await expect(closed).rejects.toThrow('ommer_closeEndpoint')
    }
    expect([...shared.owners.keys()].filter((key) => key !== 'k')).toEqual([])
  })

  it('connect WebSocket clients with the owner', async () => {
    const { one, two } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    const client = new WebSocket(`ws://${two.address}/ws/v3/k`)
    await once(client, 'open')
    const messages: string[] = []
    client.on('message', (data) => messages.push(String(data)))
    client.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await until(() => messages.length === 1)
    await callMethod(url(one, 'k'), 'evm_mine')
    await until(() => messages.length === 2)
    expect(JSON.parse(messages[1] as string).params.result.number).toBe('0x7')
    client.terminate()
  })

  it('keep an endpoint together with those that lag behind it', async () => {
    const { shared, one, two } = await startTwo()
    await callMethod(url(one, 'leader'), 'evm_mine')
    const lag = { lag: { behind: 'leader', blocks: 1 } }
    // Asked at the other replica, which passes it on.
    await callMethod(control(two, 'any'), 'ommer_createEndpoint', 'follower', lag)
    expect(await callMethod(url(two, 'follower'), 'eth_blockNumber')).toBe('0x5')
    expect(shared.roots.get('follower')).toBe('leader')
    await one.stop()
    await callMethod(url(two, 'leader'), 'evm_mine')
    expect(await callMethod(url(two, 'follower'), 'eth_blockNumber')).toBe('0x6')
    await expect(
      callMethod(control(two, 'any'), 'ommer_setLag', { behind: 'leader', blocks: 1 }),
    ).rejects.toThrow("endpoint 'leader' may be in another process than 'any', now or later")
    await expect(
      callMethod(control(two, 'any'), 'ommer_createEndpoint', 'any', lag),
    ).rejects.toThrow("endpoint 'any' exists already")
  })

  it('create and close endpoints for each other', async () => {
    const { shared, one, two } = await startTwo()
    const geth = { dialect: 'geth' }
    await callMethod(control(one, 'a'), 'ommer_createEndpoint', 'new', geth)
    // The same again is the same endpoint; with other options it is refused.
    await callMethod(control(two, 'b'), 'ommer_createEndpoint', 'new', geth)
    await expect(
      callMethod(control(two, 'b'), 'ommer_createEndpoint', 'new', { dialect: 'infura' }),
    ).rejects.toThrow("dialect: endpoint 'new' exists already, with dialect geth")
    expect(shared.entries.get('new')).toHaveLength(1)
    await callMethod(control(two, 'b'), 'ommer_closeEndpoint', 'new')
    await until(() => !shared.entries.has('new'))
    await until(() => !shared.owners.has('new'))
  })

  it('know endpoints that were created elsewhere, and no others', async () => {
    const { one, two } = await startTwo({ anyKey: false, apiKeys: ['dev'] })
    await callMethod(control(one, 'dev'), 'ommer_createEndpoint', 'new', { dialect: 'geth' })
    expect(await callMethod(url(two, 'new'), 'eth_blockNumber')).toBe('0x5')
    await one.stop()
    expect(await callMethod(url(two, 'new'), 'eth_blockNumber')).toBe('0x5')
    expect((await fetch(url(two, 'unknown'), { method: 'POST', body: '{}' })).status).toBe(401)
  })

  it('wait while the store is away, and lose no endpoint that nobody took', async () => {
    const { shared, one } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    shared.isAway = true
    const moved = callMethod(url(one, 'k'), 'evm_mine')
    const other = callMethod(url(one, 'other'), 'eth_blockNumber')
    shared.isAway = false
    await moved
    expect(await other).toBe('0x5')
    expect(await callMethod(url(one, 'k'), 'eth_blockNumber')).toBe('0x7')
    expect(shared.entries.get('k')).toHaveLength(2)
  })

  it('forget an endpoint that another one has taken over', async () => {
    const { shared, one, two } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    const client = new WebSocket(`ws://${one.address}/ws/v3/k`)
    await once(client, 'open')
    const closed = once(client, 'close')
    // As if it had not been heard of for too long.
    const [owner] = [...shared.owners.values()]
    const address = shared.alive.get(owner as string) as string
    shared.alive.delete(owner as string)
    await callMethod(url(two, 'k'), 'evm_mine')
    shared.alive.set(owner as string, address)
    await expect(callMethod(url(one, 'k'), 'evm_mine')).rejects.toThrow('has taken over')
    await closed
    expect(await callMethod(url(one, 'k'), 'eth_blockNumber')).toBe('0x7')
    expect(shared.entries.get('k')).toHaveLength(2)
  })

  it('tell nobody of what the store does not have yet', async () => {
    const { shared, one } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    const filter = await callMethod(url(one, 'k'), 'eth_newBlockFilter')
    const { messages, client } = await subscriber(one, 'k')
    const release = holdAppends(shared)
    const told: string[] = []
    const asked = [callMethod(url(one, 'k'), 'evm_mine').then(() => told.push('move'))]
    await until(() => shared.isWaiting)
    for (const [method, ...params] of [
      ['eth_blockNumber'],
      ['eth_getFilterChanges', filter],
    ] as const) {
      asked.push(callMethod(url(one, 'k'), method, ...params).then(() => told.push(method)))
    }
    asked.push(fetch(`http://${one.address}/contracts/k`).then(() => told.push('contracts')))
    // Another endpoint does not wait, so that what was asked before it has been read.
    expect(await callMethod(url(one, 'k2'), 'eth_blockNumber')).toBe('0x5')
    client.ping()
    await once(client, 'pong')
    expect([told, messages.heads]).toEqual([[], []])
    release()
    await Promise.all(asked)
    await until(() => messages.heads.length === 1)
    expect(messages.heads).toEqual(['0x7'])
    client.terminate()
  })

  it('notify nobody of what is lost', async () => {
    const { shared, one, two } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    const { messages, client } = await subscriber(one, 'k')
    const closed = once(client, 'close')
    const release = holdAppends(shared)
    const moved = callMethod(url(one, 'k'), 'evm_mine')
    await until(() => shared.isWaiting)
    // As if it had not been heard of for too long.
    const [owner] = [...shared.owners.values()]
    shared.alive.delete(owner as string)
    expect(await callMethod(url(two, 'k'), 'eth_blockNumber')).toBe('0x6')
    release()
    await expect(moved).rejects.toThrow('has taken over')
    await closed
    expect(messages.heads).toEqual([])
  })

  it('know the head of their own endpoint, also after another one has moved it', async () => {
    const { shared, one, two } = await startTwo()
    const { key } = one.server
    await callMethod(url(one, key), 'evm_mine')
    expect([one, two].map(({ server }) => server.head.number)).toEqual([6, 5])
    // As if it had not been heard of for too long.
    const [owner] = [...shared.owners.values()]
    shared.alive.delete(owner as string)
    await callMethod(url(two, key), 'evm_mine')
    expect(two.server.head.number).toBe(7)
    expect(two.server.truth().at(-1)?.header.number).toBe(7)
    await until(() => one.server.head.number === 5)
  })

  it('grow their chain together', async () => {
    const { shared, one, two } = await startTwo({ dev: false })
    const stop = new AbortController()
    const growing = one.group.growEvery(3_600_000, stop.signal)
    await until(() => shared.height === 6)
    expect(await callMethod(url(one, 'k'), 'eth_blockNumber')).toBe('0x6')
    await until(() => two.chain.tree.head.number === 6)
    stop.abort()
    await growing
  })

  it('add no more blocks than they have agreed on, however often they are told', async () => {
    const { shared, one } = await startTwo({ dev: false })
    shared.height = 8
    const keys = ['a', 'b', 'c', 'd']
    const heights = keys.map((key) => callMethod(url(one, key), 'eth_blockNumber'))
    expect(await Promise.all(heights)).toEqual(keys.map(() => '0x8'))
    expect(one.chain.tree.head.number).toBe(8)
  })

  it('refuse requests at once with what the store says', async () => {
    const { shared, one } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    shared.refusal = 'WRONGTYPE'
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url(one, 'other'), { method: 'POST', body, headers })
    const { error } = (await response.json()) as { readonly error: object }
    expect([response.status, error]).toEqual([503, { code: -32603, message: 'memory: WRONGTYPE' }])
    shared.refusal = undefined
    await until(async () => (await statusOf(one)) === 'ok')
    expect(await callMethod(url(one, 'k'), 'eth_blockNumber')).toBe('0x6')
  })

  it('do not go back to the beginning when their journal disappears', async () => {
    const { shared, one, two } = await startTwo()
    await callMethod(url(one, 'k'), 'evm_mine')
    const { header } = shared
    const refused = (each: Replica, problem: string) =>
      until(async () => {
        const error = await callMethod(url(each, 'k'), 'eth_blockNumber').catch(messageOf)
        return String(error).includes(`memory: the journal ${problem}`)
      })
    shared.header = undefined
    const gone = 'has disappeared: restore it, or restart all replicas, which begin a new one'
    for (const each of [one, two]) await refused(each, gone)
    shared.header = { ...(header as JournalHeader), id: 'another' }
    const other = 'was deleted, and another replica has begun a new one: restart this replica'
    for (const each of [one, two]) await refused(each, other)
    expect(await statusOf(one)).toBe('degraded')
    shared.header = header
    await until(async () => (await statusOf(one)) === 'ok')
    expect(await callMethod(url(one, 'k'), 'eth_blockNumber')).toBe('0x6')
  })

  it('are refused a journal that was begun for another chain', async () => {
    const shared = new SharedMemory()
    await start(shared)
    await expect(start(shared, { automine: false })).rejects.toMatchObject({
      code: 'JOURNAL_OF_OTHER_CHAIN',
      message:
        'memory: the server that began it had automine true, this one has false (--no-mining)',
    })
  })
})

it('leaves an endpoint in its family when another key of it cannot follow', async () => {
  const { shared, one, two } = await startTwo({ anyKey: false })
  await one.group.create('leader', {})
  const lag = { behind: 'leader', blocks: 1 }
  await expect(one.group.create('geth', { lag })).rejects.toMatchObject({ code: 'ENDPOINT_EXISTS' })
  expect(shared.roots.size).toBe(0)
  await callMethod(url(one, 'dev'), 'evm_mine')
  await callMethod(url(two, 'dev'), 'evm_mine')
  expect(await callMethod(url(one, 'dev'), 'eth_blockNumber')).toBe('0x7')
  expect([one, two].filter(({ group }) => group.owns('dev'))).toHaveLength(1)
})
