import { deepStrictEqual } from 'node:assert'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { callMethod } from '../../callMethod.ts'
import { breakOff, inWaves } from '../clients.ts'
import { withEndpoint } from '../control.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 24

/** One in this many clients reads nothing, and one disconnects at once. */
const READS_NOTHING = 8
const LEAVES = 5

/** How often the head moves to another branch. */
const REORGS = 4

interface BlockPosition {
  readonly hash: string
}

/** Clients that subscribe to a head which moves between branches; some read nothing, and some have disconnected. */
export const subscribers: Situation = {
  name: 'subscribers of a head that moves',
  async bringAbout(server) {
    await withEndpoint(server, 'moving', { head: 20 }, async ({ wsUrl, controlUrl }) => {
      const clients = await inWaves(CLIENTS, () => subscribe(wsUrl))
      for (const [place, { socket }] of clients.entries()) {
        if (place % READS_NOTHING === 1) socket.pause()
        if (place % LEAVES === 2) socket.terminate()
      }
      const expected: string[] = []
      for (let reorg = 0; reorg < REORGS; reorg++) {
        const options = { depth: 2, length: 3, force: true }
        const added = await callMethod<BlockPosition[]>(controlUrl, 'ommer_reorg', options)
        expected.push(...added.map(({ hash }) => hash))
      }
      for (const { socket, heads } of clients) {
        if (socket.readyState !== socket.OPEN) continue
        socket.resume()
        while (heads.length < expected.length) await once(socket, 'message')
        deepStrictEqual(heads, expected)
        await breakOff(socket)
      }
    })
  },
}

async function subscribe(wsUrl: string) {
  const socket = new WebSocket(wsUrl, { perMessageDeflate: false }).on('error', () => {})
  await once(socket, 'open')
  const heads: string[] = []
  const subscribed = once(socket, 'message')
  for (const [id, params] of [['newHeads'], ['logs', {}]].entries()) {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }))
  }
  await subscribed
  socket.on('message', (message) => {
    const { params } = JSON.parse(String(message))
    if (params?.result.parentHash !== undefined) heads.push(params.result.hash)
  })
  return { socket, heads }
}
