import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serveParent } from '../../bench/child.ts'
import { below } from '../chance.ts'
import { emptyNotificationTally, type NotificationTally, Subscription } from '../subscription.ts'

/** How long a client stays, in milliseconds, at most. */
const VISIT_MS_MAX = 15_000

/** How long notifications may take to arrive, in milliseconds. */
const PATIENCE_MS = 5000

const news = emptyNotificationTally()
/** hashes of all heads of the endpoint, in order */
const heads: string[] = []
const ended: Subscription[] = []
let isOver = false
let clients: Promise<unknown>

serveParent({
  begin: ({ url, connections }: { readonly url: string; readonly connections: number }): void => {
    clients = Promise.all(Array.from({ length: connections }, () => receive(url)))
  },
  /** Adds new heads of the endpoint. */
  moved: (hashes: readonly string[]): void => {
    heads.push(...hashes)
    // Notifications of later heads are judged once these are known.
    const judged = ended.splice(0).filter((subscription) => !subscription.judge(heads, news))
    ended.push(...judged)
  },
  end: async (): Promise<NotificationTally> => {
    isOver = true
    await Promise.race([clients, setTimeout(PATIENCE_MS)])
    for (const subscription of ended) {
      if (subscription.judge(heads, news)) continue
      news.wrong++
      news.examples.push('notified of a head that never existed')
    }
    return news
  },
})

async function receive(url: string): Promise<void> {
  while (!isOver) {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    await once(socket, 'open')
    const subscription = new Subscription()
    socket.on('message', (message: Buffer) => subscription.take(String(message)))
    for (const [id, params] of [['newHeads'], ['logs', {}]].entries()) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }))
    }
    const end = performance.now() + below(VISIT_MS_MAX)
    while (!isOver && performance.now() < end) await setTimeout(100)
    socket.terminate()
    news.visits++
    ended.push(subscription)
  }
}
