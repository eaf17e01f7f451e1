import { once } from 'node:events'
import type { Socket } from 'node:net'
import { maskedFrame } from '../../../../scripts/bench/wire/webSocket.ts'
import { request } from '../../transports.ts'
import { inWaves, openSocket, post } from '../clients.ts'
import { openBareWebSocket } from '../endurance.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = 60

/** More at once would measure how much the server can send, not resets. */
const AT_ONCE = 6

/** The answer for this many blocks exceeds what the system buffers. */
const BLOCKS = 200

/** Clients that reset their connection as soon as the first bytes of a large answer arrive. */
export const resets: Situation = {
  name: 'sockets reset in the middle of an answer',
  async bringAbout(server) {
    const block = request('eth_getBlockByNumber', ['0x20', true])
    const reset = async (place: number) => {
      let socket: Socket
      if (place % 2 === 0) {
        socket = await openSocket(server)
        socket.write(post(server, `[${Array(BLOCKS).fill(block)}]`))
      } else {
        socket = await openBareWebSocket(server)
        socket.write(Buffer.concat(Array(BLOCKS).fill(maskedFrame(block))))
      }
      await once(socket, 'data')
      const closed = once(socket, 'close')
      socket.resetAndDestroy()
      await closed
    }
    await inWaves(CLIENTS, reset, AT_ONCE)
  },
}
