import type { Socket } from 'node:net'
import { hostileCallRequest } from '../../calls/hostileCallRequest.ts'
import { hostileCalls } from '../../calls/hostileCalls.ts'
import { breakOff, openSocket, post, requireAnswer } from '../clients.ts'
import type { Situation } from '../situation.ts'

/** How many clients call at once: as many as find a thread each, also on a small machine. */
const CLIENTS = 4

let next = 0

/** Calls that do as much work as their gas allows, of a few kinds at a time. */
export const hostileCallsOfEveryKind: Situation = {
  name: 'calls that use up their gas',
  async bringAbout(server, witness) {
    const sockets: Socket[] = []
    for (let client = 0; client < CLIENTS; client++) {
      const hostile = hostileCalls[next++ % hostileCalls.length]
      if (hostile === undefined) throw new Error('there are no hostile calls')
      const socket = await openSocket(server)
      sockets.push(socket)
      socket.write(post(server, hostileCallRequest(hostile)))
    }
    await witness.moreAnswers(30)
    for (const socket of sockets) await breakOff(socket)
    const socket = await openSocket(server)
    await requireAnswer(server, socket)
    socket.destroy()
  },
}
