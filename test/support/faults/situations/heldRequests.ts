import { sized } from '../../sized.ts'
import { chainId, inWaves, openSocket } from '../clients.ts'
import { floodUnread, frame, openBareWebSocket } from '../endurance.ts'
import type { Situation } from '../situation.ts'

const CONNECTIONS = sized(6, 200)
const BYTES = 5_000_000

/** Requests of 5 MB whose last byte never arrives. */
export const heldRequests: Situation = {
  name: `${CONNECTIONS} requests of 5 MB that never end, over HTTP and WebSocket`,
  async bringAbout(server, witness) {
    const most = chainId.padEnd(BYTES - 1)
    const head = `POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BYTES}\r\n\r\n`
    const count = CONNECTIONS / 2
    const http = await inWaves(count, () => openSocket(server))
    const webSockets = await inWaves(count, () => openBareWebSocket(server))
    await Promise.all([
      floodUnread(http, [head + most], witness),
      floodUnread(webSockets, [frame(most, { length: BYTES })], witness),
    ])
  },
}
