import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ServeOptions } from '../../../src/server/options.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { Subscriber } from '../../support/subscriber.ts'
import { post, request } from '../../support/transports.ts'

type Log = Record<'address' | 'blockHash' | 'logIndex', string> & {
  readonly topics: readonly string[]
}

const chain = await createChain({ seed: 'subscribed', blocks: 12, preset: 'latest' })

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()))
})

async function start(options: ServeOptions = {}, of = chain): Promise<Server> {
  const server = await serve(of, { port: 0, ...options })
  opened.push(() => server.close())
  return server
}

/** The logs of blocks, from their receipts. */
async function logsOf(server: Server, blocks: readonly { hash: string }[]): Promise<Log[]> {
  const logs: Log[] = []
  for (const { hash } of blocks) {
    const receipts = await server.request({ method: 'eth_getBlockReceipts', params: [hash] })
    for (const receipt of receipts as { logs: Log[] }[]) logs.push(...receipt.logs)
  }
  return logs
}

const results = (received: readonly { result: unknown }[]) => received.map(({ result }) => result)

describe('newHeads', () => {
  test.each(['infura', 'geth'] as const)(
    'delivers the headers of all new blocks: %s',
    async (dialect) => {
      const server = await start({ dialect })
      const client = await Subscriber.open(server.wsUrl)
      expect(await client.subscribe('newHeads')).toBe('0x1')
      const added = await server.mine(3)
      const received = await client.received()
      expect(received.map(({ subscription }) => subscription)).toEqual(['0x1', '0x1', '0x1'])
      for (const [index, { hash }] of added.entries()) {
        const block = await server.request({ method: 'eth_getBlockByHash', params: [hash, false] })
        const { transactions, uncles, withdrawals, size, totalDifficulty, ...header } =
          block as Record<string, unknown>
        // Fields of forks that no chain here has.
        const unknown = dialect === 'geth' ? { blockAccessListHash: null, slotNumber: null } : {}
        expect(received[index]?.result).toStrictEqual({ ...header, ...unknown })
      }
    },
  )

  test('includes the fields of later forks in the dialect', async () => {
    const old = await createChain({ seed: 'old', blocks: 1, preset: 'eras' })
    const server = await start({}, old)
    const ofGeth = server.endpoint('geth', { dialect: 'geth' })
    const [infura, geth] = [
      await Subscriber.open(server.wsUrl),
      await Subscriber.open(ofGeth.wsUrl),
    ]
    await Promise.all([infura.subscribe('newHeads'), geth.subscribe('newHeads')])
    await Promise.all([server.mine(), ofGeth.mine()])
    const [[one], [other]] = [await infura.received(), await geth.received()]
    expect(one?.result).not.toHaveProperty('baseFeePerGas')
    expect(other?.result).toStrictEqual({
      ...one?.result,
      baseFeePerGas: null,
      withdrawalsRoot: null,
      blobGasUsed: null,
      excessBlobGas: null,
      parentBeaconBlockRoot: null,
      requestsHash: null,
      blockAccessListHash: null,
      slotNumber: null,
    })
    // The same block in a method: without fields that it does not have, whatever was sent before.
    expect(await geth.ask('eth_getHeaderByHash', one?.result.hash)).toStrictEqual(one?.result)
  })

  test('follows every move of the head', async () => {
    const growing = await createChain({ seed: 'grows', blocks: 6, preset: 'latest' })
    const server = await start({}, growing)
    const client = await Subscriber.open(server.wsUrl)
    await client.subscribe('newHeads')
    const hashes = async () => (await client.received()).map(({ result }) => result.hash)
    await growing.extend(2)
    const extended = [7, 8].map((number) => growing.tree.byNumber(number) as { hash: string })
    expect(await hashes()).toEqual(extended.map(({ hash }) => hash))
    const id = await server.snapshot()
    const branch = await server.reorg({ depth: 2, length: 3 })
    expect(branch).toHaveLength(3)
    expect(await hashes()).toEqual(branch.map(({ hash }) => hash))
    await server.revert(id)
    expect(await hashes()).toEqual(extended.map(({ hash }) => hash))
    await server.rollback(3)
    expect(await hashes()).toEqual([])
    const { hash } = await server.advanceTo(branch[1]?.hash as `0x${string}`)
    expect(await hashes()).toEqual([growing.tree.byNumber(6)?.hash, branch[0]?.hash, hash])
  })
})

describe('transactionReceipts', () => {
  test('sends the receipts of each new block, or those of some transactions', async () => {
    const spec = { seed: 'receipts', transactionsPerBlock: [0, 3] } as const
    const growing = await createChain({ ...spec, blocks: 6 })
    const ahead = await createChain({ ...spec, blocks: 12 })
    const blocks = [7, 8, 9, 10, 11, 12].map((number) => {
      const { transactions = [] } = ahead.blockByNumber(number) ?? {}
      return transactions.map(({ hash }) => hash)
    })
    expect(blocks.some(({ length }) => length === 0)).toBe(true)
    const server = await start({}, growing)
    const [all, some] = [await Subscriber.open(server.wsUrl), await Subscriber.open(server.wsUrl)]
    await all.subscribe('transactionReceipts', null)
    const TransactionHashes = blocks.flatMap((hashes) => hashes.slice(0, 1))
    await some.subscribe('transactionReceipts', { TransactionHashes })
    const hashes = async (client: Subscriber) =>
      (await client.received()).map(({ result }) =>
        (result as unknown as { transactionHash: string }[]).map((each) => each.transactionHash),
      )
    for (const block of blocks) {
      await growing.extend(1)
      expect(await hashes(all)).toEqual(block.length > 0 ? [block] : [])
      expect(await hashes(some)).toEqual(block.slice(0, 1).map((hash) => [hash]))
    }
    await server.rollback(2)
    expect(await hashes(all)).toEqual([])
  })

  const hash = `0x${'12'.repeat(32)}`
  test.each([
    [1, -32602, 'invalid argument 1: want a filter object, have number'],
    [{ transactionHashes: 1 }, -32602, 'invalid argument 1: want a list of hashes, have number'],
    [{ transactionHashes: ['0x1'] }, -32602, /^invalid argument 1: /],
    [{ hashes: [] }, -32602, /^invalid argument 1: there is no member hashes; /],
    [
      { transactionHashes: Array(201).fill(hash) },
      -32000,
      'exceed max number of transaction hashes allowed per transactionReceipts subscription',
    ],
  ])('refuses %j', async (query, code, message) => {
    const client = await Subscriber.open((await start()).wsUrl)
    expect(await client.subscribe('transactionReceipts', query)).toEqual({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})

describe('logs', () => {
  test('of a reorg are first those removed, then those added, both in chain order', async () => {
    const server = await start()
    const client = await Subscriber.open(server.wsUrl)
    await client.subscribe('logs', {})
    const left = [10, 11, 12].map((number) => chain.tree.byNumber(number) as { hash: string })
    const added = await server.reorg({ depth: 3 })
    const received = results(await client.received())
    const removedLogs = await logsOf(server, left)
    const addedLogs = await logsOf(server, added)
    expect(Math.min(removedLogs.length, addedLogs.length)).toBeGreaterThan(3)
    expect(received).toStrictEqual([
      ...removedLogs.map((log) => ({ ...log, removed: true })),
      ...addedLogs,
    ])
    expect(addedLogs[0]).toHaveProperty('removed', false)
    await server.rollback(4)
    expect(results(await client.received())).toStrictEqual(
      addedLogs.map((log) => ({ ...log, removed: true })),
    )
  })

  test('arrive in order with heads: removed logs before all heads, added logs after their block', async () => {
    const server = await start()
    const client = await Subscriber.open(server.wsUrl)
    const heads = await client.subscribe('newHeads')
    const logs = await client.subscribe('logs', {})
    await client.subscribe('syncing')
    const added = await server.reorg({ depth: 2 })
    const received = await client.received()
    const removedCount = (
      await logsOf(
        server,
        [11, 12].map((number) => chain.tree.byNumber(number) as { hash: string }),
      )
    ).length
    const expected: [string, unknown][] = Array(removedCount).fill([logs, true])
    for (const block of added) {
      expected.push([heads, block.hash])
      for (const { blockHash } of await logsOf(server, [block])) expected.push([logs, blockHash])
    }
    expect(
      received.map(({ subscription, result }) => [
        subscription,
        result.removed === true || (result.blockHash ?? result.hash),
      ]),
    ).toEqual(expected)
  })

  test('match the filter', async () => {
    const server = await start()
    const all = await logsOf(server, await server.mine(6))
    await server.rollback(6)
    const [{ address, topics }] = all as [Log]
    const client = await Subscriber.open(server.wsUrl)
    const filters = {
      address: { address: [address] },
      topic: { topics: [[topics[0]]] },
      both: { address, topics: [topics[0]] },
      range: { fromBlock: '0xe', toBlock: '0xf' },
      open: { fromBlock: '0x10', toBlock: 'latest' },
      whole: { fromBlock: 'earliest' },
      closed: { fromBlock: 'earliest', toBlock: '0xe' },
      nothing: { topics: [`0x${'11'.repeat(32)}`] },
    }
    const ids = new Map<string, string>()
    for (const [name, filter] of Object.entries(filters)) {
      ids.set(name, await client.subscribe('logs', filter))
    }
    const blocks = await server.mine(6)
    const received = await client.received()
    const isIn = (from: number, to: number) => (log: Log) =>
      blocks.some(({ number, hash }) => hash === log.blockHash && number >= from && number <= to)
    const wanted: Record<keyof typeof filters, (log: Log) => boolean> = {
      address: (log) => log.address === address,
      topic: (log) => log.topics[0] === topics[0],
      both: (log) => log.address === address && log.topics[0] === topics[0],
      range: isIn(14, 15),
      open: isIn(16, 18),
      whole: () => true,
      closed: isIn(0, 14),
      nothing: () => false,
    }
    for (const [name, isWanted] of Object.entries(wanted)) {
      const id = ids.get(name)
      expect(results(received.filter(({ subscription }) => subscription === id))).toEqual(
        all.filter(isWanted),
      )
    }
  })
})

describe('an invalid subscription', () => {
  test.each([
    [['newPendingTransactions', 1], 'invalid argument 1: want true or false, have number'],
    [['logs', 1], 'invalid argument 1: want a filter object, have number'],
  ])('%j', async (params, message) => {
    const server = await start()
    const client = await Subscriber.open(server.wsUrl)
    expect(await client.ask('eth_subscribe', ...params)).toEqual({ code: -32602, message })
  })

  test('limits subscriptions per connection', async () => {
    const server = await start({ limits: { subscriptions: 2 } })
    const [one, other] = [await Subscriber.open(server.wsUrl), await Subscriber.open(server.wsUrl)]
    expect(await one.subscribe('newHeads')).toBe('0x1')
    expect(await one.subscribe('newHeads')).toBe('0x2')
    expect(await one.subscribe('newHeads')).toEqual({
      code: -32005,
      message: 'too many subscriptions: at most 2 on one connection',
    })
    expect(await other.subscribe('newHeads')).toBe('0x1')
    expect(await one.ask('eth_unsubscribe', '0x1')).toBe(true)
    expect(await one.subscribe('newHeads')).toBe('0x3')
  })

  test('limits subscriptions to requests, which send much, to four per connection', async () => {
    const server = await start()
    const client = await Subscriber.open(server.wsUrl)
    for (let count = 0; count < 4; count++) {
      expect(await client.subscribe('ommer_requests')).toMatch(/^0x/)
    }
    expect(await client.subscribe('ommer_requests')).toEqual({
      code: -32005,
      message: 'too many subscriptions to ommer_requests: at most 4 on one connection',
    })
    expect(await client.subscribe('newHeads')).toBe('0x5')
    expect(await client.ask('eth_unsubscribe', '0x2')).toBe(true)
    expect(await client.subscribe('ommer_requests')).toBe('0x6')
  })
})

test('message faults apply to notifications, and response faults do not', async () => {
  const server = await start()
  const client = await Subscriber.open(server.wsUrl)
  await client.subscribe('newHeads')
  server.setFaults([
    { methods: ['eth_subscription', 'eth_blockNumber'], fault: { kind: 'null' } },
    {
      methods: 'eth_subscription',
      blocks: 14,
      fault: { kind: 'messageDelayed', milliseconds: 100 },
    },
    { methods: 'eth_subscription', calls: [1, 3], fault: { kind: 'messageDoubled' } },
  ])
  await server.mine(3)
  const numbers = results(await client.received()).map(
    (result) => (result as { number: string }).number,
  )
  while (numbers.length < 5) {
    const [message] = await once(client.socket, 'message')
    numbers.push(JSON.parse(String(message)).params.result.number)
  }
  expect(numbers).toEqual(['0xd', '0xd', '0xf', '0xf', '0xe'])
  expect(server.faultLog()).toMatchObject([
    { call: 1, method: 'eth_subscription', kind: 'messageDoubled', block: 13 },
    { call: 2, method: 'eth_subscription', kind: 'messageDelayed', block: 14 },
    { call: 3, method: 'eth_subscription', kind: 'messageDoubled', block: 15 },
  ])
})

describe('the end of a subscription', () => {
  test('follows eth_unsubscribe', async () => {
    const server = await start()
    const [one, other] = [await Subscriber.open(server.wsUrl), await Subscriber.open(server.wsUrl)]
    const [first, second] = [await one.subscribe('newHeads'), await one.subscribe('newHeads')]
    expect(await one.ask('eth_unsubscribe', first)).toBe(true)
    const notFound = { code: -32000, message: 'subscription not found' }
    expect(await one.ask('eth_unsubscribe', first)).toEqual(notFound)
    expect(await other.ask('eth_unsubscribe', second)).toEqual(notFound)
    expect(await one.ask('eth_unsubscribe', 'x')).toEqual(notFound)
    expect(await one.ask('eth_unsubscribe')).toMatchObject({ code: -32602 })
    await server.mine()
    expect((await one.received()).map(({ subscription }) => subscription)).toEqual([second])
  })

  test('returns false in dialect anvil where there is no such subscription of the connection', async () => {
    const server = await start({ dialect: 'anvil' })
    const [one, other] = [await Subscriber.open(server.wsUrl), await Subscriber.open(server.wsUrl)]
    const id = await one.subscribe('newHeads')
    const filter = await one.ask('eth_newBlockFilter')
    expect(await other.ask('eth_unsubscribe', id)).toBe(false)
    expect(await one.ask('eth_unsubscribe', id)).toBe(true)
    for (const unknown of [id, filter, 'x', '', 1]) {
      expect(await one.ask('eth_unsubscribe', unknown)).toBe(false)
    }
    for (const params of [[], [null], [{}], [['0x1']], ['0x1', '0x2']]) {
      expect(await one.ask('eth_unsubscribe', ...params)).toMatchObject({ code: -32602 })
    }
    const overHttp = await post(server.url, request('eth_unsubscribe', ['0x1']))
    expect(await overHttp.json()).toMatchObject({ error: { code: -32601 } })
  })

  test('follows eth_unsubscribe without an id, as the end of a filter does', async () => {
    const server = await start()
    const client = await Subscriber.open(server.wsUrl)
    await client.subscribe('newHeads')
    const filter = await client.ask('eth_newBlockFilter')
    for (const [method, id] of [
      ['eth_unsubscribe', '0x1'],
      ['eth_uninstallFilter', filter],
    ]) {
      client.socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: [id] }))
    }
    const unknown = (what: string) => ({ code: -32000, message: `${what} not found` })
    expect(await client.ask('eth_unsubscribe', '0x1')).toEqual(unknown('subscription'))
    expect(await client.ask('eth_getFilterChanges', filter)).toEqual(unknown('filter'))
  })

  test('follows the close of its connection, and leaves the endpoint alone', async () => {
    const server = await start()
    const { children } = chain
    const left = new Promise<void>((resolve) => {
      const onExtended = children.onExtended.bind(children)
      const spy = vi.spyOn(children, 'onExtended').mockImplementation((listener) => {
        const leave = onExtended(listener)
        return () => {
          leave()
          spy.mockRestore()
          resolve()
        }
      })
    })
    const client = await Subscriber.open(server.wsUrl)
    await client.subscribe('newHeads')
    client.socket.terminate()
    await left
  })

  test('follows the close of the endpoint', async () => {
    const server = await start()
    const replica = server.endpoint('replica')
    const client = await Subscriber.open(replica.wsUrl)
    await client.subscribe('newHeads')
    const news: string[] = []
    client.socket.on('message', (message) => {
      news.push(JSON.parse(String(message)).params.result.hash)
    })
    const closed = once(client.socket, 'close')
    await replica.rollback(9)
    const mined = await replica.mine(9)
    await replica.close()
    expect((await closed)[0]).toBe(1001)
    // Notifications of earlier events arrive before.
    expect(news).toEqual(mined.map(({ hash }) => hash))
  })

  test('follows when a client does not read', async () => {
    const server = await start({ limits: { backlogBytes: 1 } })
    const client = await Subscriber.open(server.wsUrl)
    for (let count = 0; count < 100; count++) await client.subscribe('newHeads')
    client.socket.pause()
    const last = await server.advanceTo(12)
    // Some megabytes fit into the system's buffers; then the client is behind.
    for (let move = 0; move < 1200; move++) {
      await server.rollback(10)
      await server.advanceTo(last.number)
      if (move < 60) await turn()
    }
    const closed = once(client.socket, 'close')
    client.socket.resume()
    expect((await closed)[0]).toBe(1006)
    expect(await (await post(server.url, request('eth_blockNumber'))).json()).toMatchObject({
      result: '0xc',
    })
  })
})

// As Anvil 1.7.1 reads them.
describe('arguments in dialect anvil', () => {
  test.each([[], [null], [{}]])('sends all logs without a filter: %j', async (...filter) => {
    const server = await start({ dialect: 'anvil' })
    const client = await Subscriber.open(server.wsUrl)
    expect(await client.subscribe('logs', ...filter)).toBe('0x1')
    const logs = await logsOf(server, await server.mine(3))
    expect(logs.length).toBeGreaterThan(0)
    expect(results(await client.received())).toEqual(logs)
  })

  test('may follow newHeads', async () => {
    const server = await start({ dialect: 'anvil' })
    const client = await Subscriber.open(server.wsUrl)
    expect(await client.subscribe('newHeads', null)).toBe('0x1')
    expect(await client.subscribe('newHeads', {})).toBe('0x2')
    expect(await client.subscribe('newHeads', {}, {})).toEqual({
      code: -32602,
      message: 'too many arguments, want at most 2',
    })
  })

  test('are missing, or too many, in other dialects', async () => {
    const server = await start({ dialect: 'geth' })
    const client = await Subscriber.open(server.wsUrl)
    expect(await client.subscribe('logs')).toMatchObject({ code: -32602 })
    expect(await client.subscribe('newHeads', {})).toMatchObject({ code: -32602 })
  })
})
