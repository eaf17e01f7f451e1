import { sized } from '../../sized.ts'
import { request } from '../../transports.ts'
import { inWaves } from '../clients.ts'
import { floodUnread, frame, openBareWebSocket } from '../endurance.ts'
import type { Situation } from '../situation.ts'

const MESSAGES = sized(12, 700)
const CONNECTIONS = 10

/** A batch of 4.2 MB: log queries that find nothing, and an unknown member. */
function batch(): string {
  const topics = Array.from({ length: 30 }, (_, at) => `0x${String(at).padStart(64, '7')}`)
  const search = request('eth_getLogs', [{ fromBlock: '0x0', topics: [topics] }])
  const padded = search.replace('"id":1', `"pad":"${'x'.repeat(2_000_000)}","id":1`)
  return `[${Array(900).fill(search).join(',')},${padded}]`
}

/** Slow batches, sent without waiting for answers. */
export const waitingBatches: Situation = {
  name: `${MESSAGES} batches of 4 MB on each of ${CONNECTIONS} WebSockets`,
  async bringAbout(server, witness) {
    const message = frame(batch())
    const sockets = await inWaves(CONNECTIONS, () => openBareWebSocket(server))
    await floodUnread(sockets, Array(MESSAGES).fill(message), witness)
  },
}
