import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serveParent } from '../../bench/child.ts'
import { below, pick } from '../chance.ts'

/** How long a client waits for a response, in milliseconds. */
const PATIENCE_MS = 1000

/** How many messages a client sends before it leaves, at most. */
const VISIT_MAX = 60

/** What clients saw at an endpoint with every kind of fault. */
export interface TroubledTally {
  /** HTTP responses and WebSocket messages, whatever their content */
  answers: number
  /** requests without a response, and closed connections */
  broken: number
}

const tally: TroubledTally = { answers: 0, broken: 0 }
let isOver = false
let clients: Promise<unknown>

serveParent({
  begin: ({ http, webSocket, connections }: Assignment): void => {
    const overHttp = Array.from({ length: connections }, () => again(() => requestOverHttp(http)))
    const overWebSocket = Array.from({ length: connections }, () => again(() => visit(webSocket)))
    clients = Promise.all([...overHttp, ...overWebSocket])
  },
  tally: (): TroubledTally => tally,
  end: async (): Promise<TroubledTally> => {
    isOver = true
    await clients
    return tally
  },
})

interface Assignment {
  readonly http: string
  readonly webSocket: string
  readonly connections: number
}

async function again(act: () => Promise<void>): Promise<void> {
  while (!isOver) {
    try {
      await act()
    } catch {
      tally.broken++
    }
    await setTimeout(10)
  }
}

async function requestOverHttp(url: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: message(),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  await response.text()
  tally.answers++
}

/** Subscribes, sends requests, and disconnects at some time, whether or not responses are pending. */
async function visit(url: string): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.on('message', () => {
    tally.answers++
  })
  for (const params of [['newHeads'], ['logs', {}]]) socket.send(call('eth_subscribe', params))
  const left = 1 + below(VISIT_MAX)
  for (let sent = 0; sent < left && socket.readyState === socket.OPEN && !isOver; sent++) {
    // Several requests may be in flight: not every message is a response, and not every response arrives.
    const received = once(socket, 'message', { signal: AbortSignal.timeout(below(PATIENCE_MS)) })
    socket.send(message())
    await received.catch(() => {})
  }
  if (socket.readyState !== socket.OPEN) tally.broken++
  socket.terminate()
}

/** A request, or a batch. */
function message(): string {
  if (below(3) > 0) return request()
  return `[${Array.from({ length: 1 + below(8) }, request)}]`
}

function request(): string {
  const number = `0x${below(4000).toString(16)}`
  return pick<() => string>([
    () => call('eth_blockNumber', []),
    () => call('eth_getBlockByNumber', [pick(['latest', 'pending', number]), below(2) === 1]),
    () => call('eth_getBlockReceipts', [pick(['latest', number])]),
    () => call('eth_getLogs', [{ fromBlock: number, toBlock: number }]),
    () => call('eth_call', [{ data: NUMBER_OF_BLOCK }, pick(['latest', number])]),
    () => call('eth_getBlockByNumber', ['refused']),
  ])()
}

/** Code that returns the number of the block in which it runs. */
const NUMBER_OF_BLOCK = '0x4360005260206000f3'

let id = 0

function call(method: string, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })
}
