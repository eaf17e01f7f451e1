import { sized } from '../../sized.ts'
import { request } from '../../transports.ts'
import { inWaves, openSocket, post } from '../clients.ts'
import { floodUnread } from '../endurance.ts'
import type { Situation } from '../situation.ts'

const CONNECTIONS = 10
const REQUESTS = sized(60, 900)

/** Pipelined requests for all logs of the chain, whose answers nobody reads. */
export const unreadPipelines: Situation = {
  name: `${REQUESTS} pipelined searches on each of ${CONNECTIONS} connections, unread`,
  async bringAbout(server, witness) {
    const search = request('eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x2f' }])
    const requests = Array(REQUESTS).fill(post(server, search))
    const sockets = await inWaves(CONNECTIONS, () => openSocket(server))
    await floodUnread(sockets, [Buffer.concat(requests)], witness)
  },
}
