import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import type { EthSubscription, InProcessProvider } from '../../../src/rpc/provider.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'
import { createTestDispatcher, provideInProcess } from '../../support/provideInProcess.ts'
import { arbitraryMove, performRandom } from '../../support/randomMoves.ts'
import { repeated } from '../../support/sized.ts'
import { post, request, transports } from '../../support/transports.ts'

interface Log {
  readonly blockNumber: string
  readonly blockHash: string
  readonly logIndex: string
  readonly removed: boolean
}

const NOT_FOUND = { code: -32000, message: 'filter not found' }
const NOTHING = `0x${'0'.repeat(64)}`
const EVERYTHING = { fromBlock: 'earliest' }

const chain = await createChain({ seed: 'kept', blocks: 12, preset: 'latest' })

const createDispatcher = (resultsMax = 1e5, bytesMax = 1e8) =>
  createTestDispatcher({ logLimits: { rangeMax: 1000, resultsMax, bytesMax } })

/** Calls methods in process. */
function caller(provider: Pick<InProcessProvider, 'request'>) {
  return async <Result>(method: string, ...params: unknown[]) =>
    (await provider.request({ method, params })) as Result
}

function make(dispatcher = createDispatcher(), dialect = dialects.geth) {
  const endpoint = new MovableEndpoint('polled', chain)
  endpoint.moveTo(8)
  const provider = provideInProcess(endpoint, dispatcher, { dialect })
  return { endpoint, provider, call: caller(provider) }
}

/** Polls until a poll returns nothing. */
async function pollAll<Change>(call: ReturnType<typeof caller>, id: string): Promise<Change[]> {
  const changes: Change[] = []
  for (;;) {
    const more = await call<Change[]>('eth_getFilterChanges', id)
    if (more.length === 0) return changes
    changes.push(...more)
  }
}

test('finds no filter that ends while it is polled', async () => {
  const dispatcher = createDispatcher()
  const { endpoint, call } = make(dispatcher)
  const id = await call('eth_newBlockFilter')
  await endpoint.mine(2)
  const client = {
    key: 'polled',
    endpoint,
    dialect: dialects.geth,
    connection: {},
    isClosed: () => false,
  }
  const poll = dispatcher.call('eth_getFilterChanges', [id], {
    client,
    view: endpoint,
    runLong: (task) =>
      task(() => {
        void dispatcher.call('eth_uninstallFilter', [id], {
          client,
          view: endpoint,
          runLong: (uninstall) => uninstall(() => undefined),
        })
        return undefined
      }),
  })
  await expect(poll).rejects.toMatchObject({ code: 'UNKNOWN_FILTER' })
})

describe('over random moves', () => {
  test.each([1e5, 3])(
    'returns what subscriptions are sent, %d logs at a time',
    async (resultsMax) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(arbitraryMove, fc.boolean()), { minLength: 3, maxLength: 10 }),
          fc.nat(2),
          async (moves, by) => {
            const leader = new MovableEndpoint('leader', chain)
            leader.moveTo(8)
            const endpoint = new MovableEndpoint('polled', chain)
            endpoint.lag = { behind: leader, by }
            const provider = provideInProcess(endpoint, createDispatcher(resultsMax), {
              dialect: dialects.geth,
            })
            const call = caller(provider)
            const notified = new Map<string, unknown[]>()
            provider.on('message', ({ data }: EthSubscription) =>
              notified.set(data.subscription, [
                ...(notified.get(data.subscription) ?? []),
                data.result,
              ]),
            )
            const heads = await call<string>('eth_subscribe', 'newHeads')
            const logs = await call<string>('eth_subscribe', 'logs', EVERYTHING)
            const blockFilter = await call<string>('eth_newBlockFilter')
            const ids = await Promise.all(
              [true, false].map(() => call<string>('eth_newFilter', EVERYTHING)),
            )
            const polled: Log[][] = [[], []]
            const hashes: string[] = []
            for (const [move, isPolled] of moves) {
              await performRandom(leader, move)
              if (!isPolled) continue
              polled[0]?.push(...(await call<Log[]>('eth_getFilterChanges', ids[0])))
              hashes.push(...(await call<string[]>('eth_getFilterChanges', blockFilter)))
            }
            for (const [index, id] of ids.entries())
              polled[index]?.push(...(await pollAll<Log>(call, id)))
            hashes.push(...(await pollAll<string>(call, blockFilter)))
            // Each request is answered after the notifications of one move.
            for (const _ of moves) await call('eth_getLogs', { topics: [NOTHING] })
            expect(polled[0]).toEqual(notified.get(logs) ?? [])
            expect(polled[1]).toEqual(notified.get(logs) ?? [])
            const sent = (notified.get(heads) ?? []) as { hash: string }[]
            expect(hashes).toEqual(sent.map(({ hash }) => hash))
          },
        ),
        {
          numRuns: repeated(8, 200),
          // A block that is removed and mined again without a poll between.
          examples: [
            [
              [
                [['mine', 2], true],
                [['rollback', 2], false],
                [['mine', 3], false],
                [['reorg', 2, 3], false],
                [['mine', 1], false],
              ],
              0,
            ],
          ],
        },
      )
    },
  )
})

describe('a filter', () => {
  test('is written in the dialect of the key that polls it', async () => {
    const dispatcher = createDispatcher()
    const { endpoint, call } = make(dispatcher, dialects.infura)
    const other = caller(provideInProcess(endpoint, dispatcher, { dialect: dialects.geth }))
    const id = await call<string>('eth_newFilter', EVERYTHING)
    await endpoint.mine(4)
    const [log] = await other<object[]>('eth_getFilterChanges', id)
    expect(log).toHaveProperty('blockTimestamp')
    const all = await call<object[]>('eth_getFilterLogs', id)
    expect(all.at(-1)).not.toHaveProperty('blockTimestamp')
  })

  test('only returns logs that match', async () => {
    const { endpoint, call } = make()
    const [first] = await call<{ topics: string[]; address: string }[]>('eth_getLogs', EVERYTHING)
    const wanted = { address: first?.address, topics: [[first?.topics[0]]] }
    const id = await call<string>('eth_newFilter', wanted)
    await endpoint.mine(4)
    const range = { ...wanted, fromBlock: '0x9', toBlock: '0xc' }
    expect(await call('eth_getFilterChanges', id)).toEqual(await call('eth_getLogs', range))
  })

  test('only returns logs in its range of blocks', async () => {
    const { endpoint, call } = make()
    const id = await call<string>('eth_newFilter', { fromBlock: '0xb', toBlock: '0xb' })
    await endpoint.mine(4)
    const changes = await call<Log[]>('eth_getFilterChanges', id)
    expect(new Set(changes.map(({ blockNumber }) => blockNumber))).toEqual(new Set(['0xb']))
  })

  test('returns the next logs at the next poll where one has too many bytes', async () => {
    const { endpoint, call } = make(createDispatcher(1e5, 1500))
    const whole = make()
    const id = await call<string>('eth_newFilter', EVERYTHING)
    const wholeId = await whole.call<string>('eth_newFilter', EVERYTHING)
    await endpoint.mine(3)
    await whole.endpoint.mine(3)
    const logs = await whole.call<Log[]>('eth_getFilterChanges', wholeId)
    const first = await call<Log[]>('eth_getFilterChanges', id)
    expect(first.length).toBeLessThan(logs.length)
    expect([...first, ...(await pollAll<Log>(call, id))]).toEqual(logs)
  })

  test('says so where a single log has too many bytes', async () => {
    const { endpoint, call } = make(createDispatcher(1e5, 200))
    const id = await call<string>('eth_newFilter', EVERYTHING)
    await endpoint.mine(4)
    const error = { code: -32005, message: 'query returned more than 200 bytes' }
    for (const _ of [1, 2]) {
      await expect(call('eth_getFilterChanges', id)).rejects.toMatchObject(error)
    }
  })

  test('of pending transactions returns nothing where nothing can be sent', async () => {
    const { endpoint, call } = make()
    const ids = [
      await call<string>('eth_newPendingTransactionFilter'),
      await call<string>('eth_newPendingTransactionFilter', true),
    ]
    await endpoint.mine(1)
    for (const id of ids) {
      expect(await call('eth_getFilterChanges', id)).toEqual([])
      await expect(call('eth_getFilterLogs', id)).rejects.toMatchObject(NOT_FOUND)
    }
  })

  test('that was uninstalled is not found', async () => {
    const { call } = make()
    const id = await call<string>('eth_newBlockFilter')
    expect(await call('eth_uninstallFilter', id)).toBe(true)
    expect(await call('eth_uninstallFilter', id)).toBe(false)
    for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs']) {
      await expect(call(method, id)).rejects.toMatchObject(NOT_FOUND)
    }
  })

  test('has the same id in every run, and another at every endpoint', async () => {
    const ids = await Promise.all([make(), make()].map(({ call }) => call('eth_newBlockFilter')))
    expect(ids[0]).toBe(ids[1])
    const { call } = make()
    expect(await call('eth_newFilter', {})).toBe(ids[0])
    expect(await call('eth_newFilter', {})).not.toBe(ids[0])
    const other = new MovableEndpoint('other', chain)
    const fromOther = caller(provideInProcess(other, createDispatcher()))
    const id = await fromOther<string>('eth_newBlockFilter')
    expect(id).not.toBe(ids[0])
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{20,31}$/)
  })
})

test('a filter may begin above the head', async () => {
  const { endpoint, call } = make()
  const id = await call<string>('eth_newFilter', { fromBlock: '0xa' })
  await endpoint.mine(3)
  expect(await call<Log[]>('eth_getFilterChanges', id)).not.toEqual([])
  expect(await call('eth_getFilterLogs', id)).toEqual(
    await call('eth_getLogs', { fromBlock: '0xa' }),
  )
})

describe('a server', () => {
  let server: Server
  beforeAll(async () => {
    server = await serve(chain, { port: 0, apiKeys: ['a', 'b'] })
    return () => server.close()
  })

  test.each(transports)('serves filters over $transport', async ({ open }) => {
    const connection = await open(server.endpoint('a'))
    const ask = async (method: string, ...params: unknown[]) => {
      const { result, error } = JSON.parse(await connection.ask(request(method, params)))
      return error ?? result
    }
    const id = await ask('eth_newFilter', EVERYTHING)
    const blocks = await ask('eth_newBlockFilter')
    await server.rollback(3)
    const added = await server.mine(3)
    const hashes = added.map(({ hash }) => hash)
    expect(await ask('eth_getFilterChanges', blocks)).toEqual(hashes)
    const logs: Log[] = await ask('eth_getFilterChanges', id)
    const [removed, mined] = [true, false].map((isRemoved) =>
      logs.filter((log) => log.removed === isRemoved).map((log) => ({ ...log, removed: false })),
    )
    expect(mined).not.toEqual([])
    // The same blocks are mined again.
    expect(removed).toEqual(mined)
    expect(logs.slice(0, removed?.length).every((log) => log.removed)).toBe(true)
    expect(await ask('eth_getFilterChanges', id)).toEqual([])
    connection.close()
  })

  test('returns each change once, to whichever of several connections polls first', async () => {
    const id = await server.request({ method: 'eth_newBlockFilter' })
    await server.rollback(2)
    const mined = await server.mine(2)
    const poll = request('eth_getFilterChanges', [id])
    const polls = await Promise.all(
      [1, 2, 3].map(async () => (await post(server.url, poll)).json() as Promise<{ result: [] }>),
    )
    expect(polls.flatMap(({ result }) => result)).toEqual(mined.map(({ hash }) => hash))
  })

  test('keeps filters of an endpoint from those of another key', async () => {
    const id = await server.request({ method: 'eth_newBlockFilter' })
    const other = server.endpoint('b')
    const poll = { method: 'eth_getFilterChanges', params: [id] }
    await expect(other.request(poll)).rejects.toMatchObject(NOT_FOUND)
    expect(await server.request(poll)).toEqual([])
  })

  test('ends the filters of an endpoint that is closed', async () => {
    const endpoint = server.endpoint('closed')
    const id = await endpoint.request({ method: 'eth_newBlockFilter' })
    await endpoint.close()
    const poll = { method: 'eth_getFilterChanges', params: [id] }
    await expect(server.endpoint('closed').request(poll)).rejects.toMatchObject(NOT_FOUND)
  })
})
