import { strictEqual } from 'node:assert'
import { sized } from '../../sized.ts'
import {
  breakOff,
  chainId,
  chainIdAnswer,
  inWaves,
  openSocket,
  requireRefusal,
  sendBytes,
} from '../clients.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = sized(40, 200)

const start = 'POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const length = `Content-Length: ${chainId.length}\r\n\r\n`
// node:http counts only the names and values of a header.
const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: b\r\n`).join('')

/** Headers without end, headers that are too long, and as many as allowed. */
export const headerFloods: Situation = {
  name: 'header floods',
  async bringAbout(server) {
    await inWaves(CLIENTS, async (place) => {
      const socket = await openSocket(server)
      switch (place % 4) {
        case 0: {
          // Well below the limit: how node:http counts differs between versions.
          const { status, body } = await sendBytes(
            socket,
            `${start}${many(400)}${length}${chainId}`,
          )
          strictEqual(`${status} ${body}`, `200 ${chainIdAnswer}`)
          break
        }
        case 1:
          requireRefusal(await sendBytes(socket, start + many(4000)), 431, 'many headers')
          break
        case 2:
          requireRefusal(
            await sendBytes(socket, `${start}X: ${'x'.repeat(17_000)}`),
            431,
            'a long one',
          )
          break
        default:
          // Sends one line at a time, until the server refuses. The server does answer, but a client that continues to
          // send may see only the end of the connection.
          socket.resume().write(start)
          while (socket.writable) {
            await new Promise((resolve) => socket.write(`X: ${'x'.repeat(200)}\r\n`, resolve))
          }
      }
      if (!socket.closed) await breakOff(socket)
    })
  },
}
