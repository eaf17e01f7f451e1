import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { sized } from '../../sized.ts'
import type { ChainServer } from '../chainServer.ts'
import { inWaves, openSocket, openWebSocket, requireAnswer } from '../clients.ts'
import type { Situation } from '../situation.ts'

const CONNECTIONS = sized(150, 5000)

/** They connect in groups of this size, because the test is about idle connections, not about a rush. */
const AT_ONCE = 25

/** Connections that have sent nothing yet, that have been answered, and WebSockets, all at once. */
export const idleConnections: Situation = {
  name: `${CONNECTIONS} idle connections`,
  // with some for everything else
  openFiles: CONNECTIONS + 200,
  async bringAbout(server, witness) {
    const clients = await inWaves(CONNECTIONS, (place) => open(server, place % 3), AT_ONCE)
    await witness.moreAnswers(sized(40, 200))
    for (const client of clients.filter((_, place) => place % 100 < 3)) {
      await requireAnswer(server, client)
    }
    await inWaves(CONNECTIONS, (place) => close(clients[place] as Client), AT_ONCE)
  },
}

type Client = Socket | WebSocket

async function open(server: ChainServer, kind: number): Promise<Client> {
  if (kind === 2) return openWebSocket(server)
  const socket = await openSocket(server)
  if (kind === 1) await requireAnswer(server, socket)
  return socket
}

/** Resolves when both sides have closed. */
async function close(client: Client): Promise<void> {
  const closed = once(client, 'close')
  if ('terminate' in client) client.close()
  else client.end()
  await closed
}
