import { sized } from '../../sized.ts'
import { inWaves } from '../clients.ts'
import { floodUnread, frame, openBareWebSocket } from '../endurance.ts'
import type { Situation } from '../situation.ts'

const CONNECTIONS = 4
const FRAGMENTS = sized(500, 16_000)

/** Messages of many one-byte frames, with pings between them that fill each read of the server. */
export const scatteredFragments: Situation = {
  name: `messages of ${FRAGMENTS} frames among pings on ${CONNECTIONS} WebSockets`,
  async bringAbout(server, witness) {
    const pings = Buffer.concat(Array(512).fill(frame('p'.repeat(114), { opcode: 9 })))
    const middle = Buffer.concat([frame(' ', { opcode: 0, isFinal: false }), pings])
    const sockets = await inWaves(CONNECTIONS, () => openBareWebSocket(server))
    const pieces = Array(FRAGMENTS).fill(middle)
    await floodUnread(sockets, [frame(' ', { isFinal: false }), ...pieces], witness)
  },
}
