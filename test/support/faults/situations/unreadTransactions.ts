import { once } from 'node:events'
import { WebSocket } from 'ws'
import { callMethod } from '../../callMethod.ts'
import { request } from '../../transports.ts'
import { breakOff } from '../clients.ts'
import { whileSending } from '../senders.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 4

/** How many clients of each endpoint subscribe to what is sent, and read nothing. */
const SUBSCRIBERS = 4

/** Transactions in a batch, and the bytes of each: a little less than a pool takes. */
const BATCH = 40
const DATA = `0x${'ab'.repeat(100_000)}`

/** Large transactions, and subscribers to all of their content who read none of it. */
export const unreadTransactions: Situation = {
  name: 'large transactions that subscribers do not read',
  dev: true,
  async bringAbout(server, witness) {
    const [from] = await callMethod<string[]>(server.url, 'eth_accounts')
    const sockets: WebSocket[] = []
    try {
      await whileSending(server, witness, CLIENTS, async ({ endpoint, write }) => {
        for (let place = 0; place < SUBSCRIBERS; place++)
          sockets.push(await subscribe(endpoint.wsUrl))
        const sent = request('eth_sendTransaction', [
          { from, to: from, data: DATA, gas: '0x600000' },
        ])
        write(`[${Array(BATCH).fill(sent)}]`)
      })
    } finally {
      for (const socket of sockets) await breakOff(socket)
    }
  },
}

async function subscribe(wsUrl: string): Promise<WebSocket> {
  const socket = new WebSocket(wsUrl, { perMessageDeflate: false }).on('error', () => {})
  await once(socket, 'open')
  const subscribed = once(socket, 'message')
  socket.send(request('eth_subscribe', ['newPendingTransactions', true]))
  await subscribed
  socket.pause()
  return socket
}
