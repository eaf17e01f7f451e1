import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { ChainServer } from '../chainServer.ts'
import { inWaves, openSocket, openWebSocket, requireAnswer } from '../clients.ts'
import type { Situation } from '../situation.ts'

const CONNECTIONS = 5000

/** Connections that have said nothing yet, that had their answer, and WebSockets, all at once. */
export const idleConnections: Situation = {
  name: `${CONNECTIONS} idle connections`,
  // with some for all else
  openFiles: CONNECTIONS + 200,
  async bringAbout(server, witness) {
    const clients = await inWaves(CONNECTIONS, (place) => open(server, place % 3))
    await witness.moreAnswers(200)
    for (const client of clients.filter((_, place) => place % 100 < 3)) {
      await requireAnswer(server, client)
    }
    for (const client of clients) {
      if ('terminate' in client) client.terminate()
      else client.destroy()
    }
  },
}

async function open(server: ChainServer, kind: number): Promise<Socket | WebSocket> {
  if (kind === 2) return openWebSocket(server)
  const socket = await openSocket(server)
  if (kind === 1) await requireAnswer(server, socket)
  return socket
}
