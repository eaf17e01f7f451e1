import { EventEmitter, once } from 'node:events'
import { WebSocketProvider } from 'ethers'
import { createPublicClient, webSocket } from 'viem'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { Subscriptions } from '../../src/rpc/subscriptions/subscriptions.ts'
import { type Server, serve } from '../../src/server/serve.ts'

let chain: Chain
let server: Server

beforeAll(async () => {
  chain = await createChain({ seed: 'watched', blocks: 10, preset: 'latest' })
})

/** Emits `added` for each subscription. */
const watched = new EventEmitter()

beforeEach(async () => {
  server = await serve(chain, { port: 0 })
  const { add } = Subscriptions.prototype
  vi.spyOn(Subscriptions.prototype, 'add').mockImplementation(function (this: Subscriptions, feed) {
    const id = add.call(this, feed)
    watched.emit('added', id)
    return id
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

function openViem() {
  const client = createPublicClient({ transport: webSocket(server.wsUrl, { reconnect: false }) })
  return { client, close: async () => (await client.transport.getRpcClient()).close() }
}

test('viem watches blocks', async () => {
  const { client, close } = openViem()
  const added = once(watched, 'added')
  const blocks: (string | null)[] = []
  const all = new Promise<void>((resolve, reject) => {
    const unwatch = client.watchBlocks({
      onBlock({ hash }) {
        if (blocks.push(hash) < 2) return
        unwatch()
        resolve()
      },
      onError: reject,
    })
  })
  await added
  const mined = await server.mine(2)
  await all
  expect(blocks).toEqual(mined.map(({ hash }) => hash))
  await close()
})

test('viem watches events, those that a reorg removes included', async () => {
  const { client, close } = openViem()
  const added = once(watched, 'added')
  const told: [boolean, string | null][] = []
  const news = new EventEmitter()
  const unwatch = client.watchEvent({
    onLogs(logs) {
      for (const { removed, blockHash } of logs) told.push([removed, blockHash])
      news.emit('logs')
    },
  })
  await added
  const logsOf = (blockHash: `0x${string}`) => client.getLogs({ blockHash })
  const left = chain.tree.head.hash
  const branch = await server.reorg({ depth: 1, length: 2 })
  const expected: [boolean, string | null][] = (await logsOf(left)).map(() => [true, left])
  for (const { hash } of branch) {
    for (const { blockHash } of await logsOf(hash)) expected.push([false, blockHash])
  }
  while (told.length < expected.length) await once(news, 'logs')
  expect(told).toEqual(expected)
  expect(new Set(told.map(([removed]) => removed)).size).toBe(2)
  unwatch()
  await close()
})

test('ethers watches blocks', async () => {
  const provider = new WebSocketProvider(server.wsUrl, 1337, { staticNetwork: true })
  const added = once(watched, 'added')
  const numbers: number[] = []
  const all = new Promise<void>((resolve, reject) => {
    provider
      .on('block', (number: number) => {
        if (numbers.push(number) === 2) resolve()
      })
      .catch(reject)
  })
  await added
  await server.mine(2)
  await all
  expect(numbers).toEqual([11, 12])
  await provider.destroy()
})
