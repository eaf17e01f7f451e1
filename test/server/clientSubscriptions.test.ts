import { EventEmitter, once } from 'node:events'
import { BrowserProvider, WebSocketProvider } from 'ethers'
import { createPublicClient, webSocket } from 'viem'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Web3 } from 'web3'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { patient } from '../support/patientViem.ts'

/** The machine may be busy. */
const patience = { timeout: 240_000 }

let chain: Chain
let server: Server

beforeAll(async () => {
  chain = await createChain({ seed: 'watched', blocks: 10, preset: 'latest' })
})

beforeEach(async () => {
  server = await serve(chain, { port: 0 })
})

afterEach(() => server.close())

function openViem() {
  const client = createPublicClient({
    transport: webSocket(server.wsUrl, { ...patient, reconnect: false }),
  })
  return { client, close: async () => (await client.transport.getRpcClient()).close() }
}

test('viem watches blocks', async () => {
  const { client, close } = openViem()
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
  await server.subscribed('newHeads', patience)
  const mined = await server.mine(2)
  await all
  expect(blocks).toEqual(mined.map(({ hash }) => hash))
  await close()
})

test('viem watches events, including those that a reorg removes', async () => {
  const { client, close } = openViem()
  const received: [boolean, string | null][] = []
  const news = new EventEmitter()
  const unwatch = client.watchEvent({
    onLogs(logs) {
      for (const { removed, blockHash } of logs) received.push([removed, blockHash])
      news.emit('logs')
    },
  })
  await server.subscribed('logs', patience)
  const logsOf = (blockHash: `0x${string}`) => client.getLogs({ blockHash })
  const left = chain.tree.head.hash
  const branch = await server.reorg({ depth: 1, length: 2 })
  const expected: [boolean, string | null][] = (await logsOf(left)).map(() => [true, left])
  for (const { hash } of branch) {
    for (const { blockHash } of await logsOf(hash)) expected.push([false, blockHash])
  }
  while (received.length < expected.length) await once(news, 'logs')
  expect(received).toEqual(expected)
  expect(new Set(received.map(([removed]) => removed)).size).toBe(2)
  unwatch()
  await close()
})

test.each<[string, () => string | Server]>([
  ['over WebSocket', () => server.wsUrl],
  ['in the same process', () => server],
])('web3.js subscribes to heads and logs %s', async (_, provider) => {
  const web3 = new Web3(provider())
  const [heads, logs] = [await web3.eth.subscribe('newHeads'), await web3.eth.subscribe('logs', {})]
  const received: unknown[] = []
  const news = new EventEmitter()
  heads.on('data', ({ hash }) => {
    received.push(hash)
    news.emit('told')
  })
  const addLog = ({ blockHash, removed }: { blockHash?: unknown; removed?: unknown }) => {
    received.push([blockHash, removed])
    news.emit('told')
  }
  logs.on('data', addLog as never)
  logs.on('changed' as never, addLog as never)
  const left = chain.tree.head.hash
  const branch = await server.reorg({ depth: 1, length: 2 })
  const logsOf = (blockHash: string) =>
    server.request({ method: 'eth_getLogs', params: [{ blockHash }] }) as Promise<unknown[]>
  const expected: unknown[] = (await logsOf(left)).map(() => [left, true])
  for (const { hash } of branch) {
    expected.push(hash, ...(await logsOf(hash)).map(() => [hash, false]))
  }
  while (received.length < expected.length) await once(news, 'told')
  expect(received).toEqual(expected)

  await heads.unsubscribe()
  await logs.unsubscribe()
  web3.provider?.disconnect?.()
})

test('ethers watches blocks', async () => {
  const provider = new WebSocketProvider(server.wsUrl, 1337, { staticNetwork: true })
  const numbers: number[] = []
  const all = new Promise<void>((resolve, reject) => {
    provider
      .on('block', (number: number) => {
        if (numbers.push(number) === 2) resolve()
      })
      .catch(reject)
  })
  await server.subscribed('newHeads', patience)
  await server.mine(2)
  await all
  expect(numbers).toEqual([11, 12])
  await provider.destroy()
})

test('ethers polls in process, and sees every block', async () => {
  const provider = new BrowserProvider(server, 1337, { pollingInterval: 1, cacheTimeout: -1 })
  const numbers: number[] = []
  const all = new Promise<void>((resolve, reject) => {
    provider
      .on('block', (number: number) => {
        if (numbers.push(number) === 2) resolve()
      })
      .catch(reject)
  })
  await server.received({ method: 'eth_blockNumber', ...patience })
  const mined = await server.mine(2)
  await all
  expect(numbers).toEqual(mined.map(({ number }) => number))
  provider.destroy()
})
