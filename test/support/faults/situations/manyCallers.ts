import { hostileCallRequest } from '../../calls/hostileCallRequest.ts'
import { hostileCalls } from '../../calls/hostileCalls.ts'
import { breakOff, inWaves, openSocket, post } from '../clients.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 100

/** Calls in a batch: each does as much in the main thread as a call may. */
const BATCH = 50

/** Many clients at once, each with a batch of calls that take long. */
export const manyCallers: Situation = {
  name: 'calls that take long from many connections',
  async bringAbout(server, witness) {
    const sockets = await inWaves(CLIENTS, async (client) => {
      const hostile = hostileCalls[client % hostileCalls.length]
      if (hostile === undefined) throw new Error('there are no hostile calls')
      const socket = await openSocket(server)
      const { length } = hostileCallRequest(hostile)
      const calls = Array(length > 10_000 ? 1 : BATCH).fill(hostileCallRequest(hostile))
      socket.write(post(server, `[${calls}]`))
      return socket
    })
    await witness.moreAnswers(50)
    await Promise.all(sockets.map(breakOff))
  },
}
