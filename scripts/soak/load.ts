import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Child } from '../bench/child.ts'
import type { Memory } from '../scale/memory.ts'
import type { TroubledTally } from './children/troubled.ts'
import type { Sample } from './memoryTrend.ts'
import type { ChainSource, Urls } from './parts.ts'
import type { SendingTally } from './sender.ts'
import type { NotificationTally } from './subscription.ts'
import { sum, type Tally } from './tally.ts'

/**
 * Proof of work with uncles, then everything since the merge. All responses about it together are many times the
 * size of the response cache.
 */
const SPEC = {
  seed: 'soak',
  blocks: 4000,
  forks: { london: 0, paris: 2500, osaka: 3000 },
  transactionsPerBlock: [4, 24],
} as const

/** Connections that a process has open at a time. */
const CONNECTIONS = 12

/** The same for subscribers, and for each transport of the endpoint with faults: they send little. */
const SIDE_CONNECTIONS = 6

/** Clients that send: each transaction is a block. */
const SENDERS = 3

const SAMPLE_SECONDS = 3

/** The interval in seconds, and the number of blocks that are mined each time. */
const MINE_SECONDS = 6
const MINE_BLOCKS = 3

export interface SoakRun {
  readonly http: Tally
  readonly webSocket: Tally
  readonly samples: readonly Sample[]
  /** objects and buffers after a garbage collection, in megabytes: after the first tenth of the time, and at the end */
  readonly used: readonly number[]
  readonly blocksMined: number
  /** notifications about a head that moves from branch to branch */
  readonly news: NotificationTally
  /** what clients saw at the endpoint with faults, and how often each kind was injected */
  readonly troubled: TroubledTally
  readonly injected: ReadonlyMap<string, number>
  /** what clients that send have seen */
  readonly sending: SendingTally
  readonly seconds: number
}

/** Puts a server in its own process under load from clients in two others, one for each transport. */
export async function soak(
  minutes: number,
  onSample: (sample: Sample, soFar: Tally) => void,
): Promise<SoakRun> {
  const cache = mkdtempSync(join(tmpdir(), 'ommer-soak-'))
  const server = new Child(new URL('children/server.ts', import.meta.url), {
    nodeOptions: ['--expose-gc'],
  })
  const clients = new URL('children/clients.ts', import.meta.url)
  const http = new Child(clients)
  const webSocket = new Child(clients)
  const subscribers = new Child(new URL('children/subscribers.ts', import.meta.url))
  const troubled = new Child(new URL('children/troubled.ts', import.meta.url))
  const source: ChainSource = { spec: SPEC, cache }
  const senders = new Child(new URL('children/senders.ts', import.meta.url))
  const urls = await server.do<Urls>('listen', source)
  await Promise.all([http.do('makeChain', source), webSocket.do('makeChain', source)])
  rmSync(cache, { recursive: true })
  await http.do('begin', { urls, transport: 'http', connections: CONNECTIONS })
  await webSocket.do('begin', { urls, transport: 'webSocket', connections: CONNECTIONS })
  await subscribers.do('begin', { url: urls.moving.webSocket, connections: SIDE_CONNECTIONS })
  await troubled.do('begin', { ...urls.troubled, connections: SIDE_CONNECTIONS })
  await senders.do('begin', { urls: urls.writable, connections: SENDERS })

  const samples: Sample[] = []
  const used: number[] = []
  const measureUsed = async (): Promise<void> => {
    used.push((await server.do<Memory>('memory')).used / 1e6)
  }
  let blocksMined = 0
  const start = performance.now()
  const elapsed = (): number => (performance.now() - start) / 1000
  for (let second = 1; elapsed() < minutes * 60; second++) {
    await setTimeout(Math.max(0, second - elapsed()) * 1000)
    if (second % MINE_SECONDS === 0) {
      // The clients first, because they cannot judge a block that they do not know.
      await Promise.all([http.do('prepare', MINE_BLOCKS), webSocket.do('prepare', MINE_BLOCKS)])
      await server.do('mine', MINE_BLOCKS)
      await Promise.all([http.do('settle'), webSocket.do('settle')])
      blocksMined += MINE_BLOCKS
    }
    await subscribers.do('moved', await server.do<string[]>('move'))
    if (used.length === 0 && elapsed() >= minutes * 6) await measureUsed()
    if (second % SAMPLE_SECONDS === 0) {
      const megabytes = (await server.do<number>('resident')) / 1e6
      const sample = { seconds: elapsed(), megabytes }
      samples.push(sample)
      onSample(sample, sum([await http.do('tally'), await webSocket.do('tally')]))
    }
  }
  const [overHttp, overWebSocket, news, trouble, sending] = await Promise.all([
    http.do<Tally>('end'),
    webSocket.do<Tally>('end'),
    subscribers.do<NotificationTally>('end'),
    troubled.do<TroubledTally>('end'),
    senders.do<SendingTally>('end'),
  ])
  const injected = await server.do<Map<string, number>>('injected')
  const seconds = elapsed()
  await measureUsed()
  const children = [server, http, webSocket, subscribers, troubled, senders]
  await Promise.all(children.map((child) => child.stop()))
  return {
    http: overHttp,
    webSocket: overWebSocket,
    samples,
    used,
    blocksMined,
    news,
    troubled: trouble,
    injected,
    sending,
    seconds,
  }
}
