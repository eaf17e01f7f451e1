import { strictEqual } from 'node:assert'
import { exchange } from '../../../../scripts/bench/wire/exchange.ts'
import { parseHttpResponse } from '../../../../scripts/bench/wire/http.ts'
import { sized } from '../../sized.ts'
import { chainId, chainIdAnswer, inWaves, openSocket } from '../clients.ts'
import type { Situation } from '../situation.ts'

const CONNECTIONS = 4
const BYTES = sized(40_000, 5_000_000)

/** The default of `requestSeconds`. */
const REQUEST_SECONDS = 300

/** Bodies of 5 MB in chunks of one byte, which are answered normally unless the machine is too slow to read them in time. */
export const oneByteChunks: Situation = {
  name: `bodies of ${BYTES} bytes in chunks of one byte on ${CONNECTIONS} connections`,
  async bringAbout(server) {
    const body = chainId.padEnd(BYTES)
    const chunks = Buffer.from(body.replace(/./g, '1\r\n$&\r\n').concat('0\r\n\r\n'))
    const head =
      'POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    await inWaves(CONNECTIONS, async () => {
      const socket = await openSocket(server)
      const start = performance.now()
      const answered = exchange(socket, Buffer.from(head), parseHttpResponse)
      socket.write(chunks)
      const answer = await answered.then(
        ({ parsed: { status, body } }) => `${status} ${body}`,
        (error: Error) => error.message,
      )
      socket.destroy()
      // From then on the server refuses it with 408, but a client that is still sending may see only the end of the connection.
      const mayBeRefused = performance.now() - start >= REQUEST_SECONDS * 1000
      if (!mayBeRefused || answer.startsWith('200')) strictEqual(answer, `200 ${chainIdAnswer}`)
    })
  },
}
