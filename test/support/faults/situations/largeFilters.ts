import { sized } from '../../sized.ts'
import { request } from '../../transports.ts'
import { inWaves } from '../clients.ts'
import { floodUnread, frame, openBareWebSocket } from '../endurance.ts'
import type { Situation } from '../situation.ts'

const CONNECTIONS = sized(2, 100)
const SUBSCRIPTIONS = 100

/** Subscriptions with filters of the largest size. */
export const largeFilters: Situation = {
  name: `${SUBSCRIPTIONS} subscriptions with 5,000 alternatives on each of ${CONNECTIONS} WebSockets`,
  async bringAbout(server, witness) {
    const hash = (at: number) => `0x${String(at).padStart(64, '0')}`
    const topics = Array.from({ length: 4 }, (_, place) =>
      Array.from({ length: 1000 }, (_, at) => hash(place * 1000 + at)),
    )
    const address = topics
      .flat()
      .map((topic) => `0x${topic.slice(26)}`)
      .slice(0, 1000)
    const message = frame(request('eth_subscribe', ['logs', { address, topics }]))
    const sockets = await inWaves(CONNECTIONS, () => openBareWebSocket(server))
    await floodUnread(sockets, Array(SUBSCRIPTIONS).fill(message), witness)
  },
}
