import { strictEqual } from 'node:assert'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { exchange } from '../../../../scripts/bench/wire/exchange.ts'
import { parseHttpResponse } from '../../../../scripts/bench/wire/http.ts'
import { isUpgraded, upgradeRequest } from '../../../../scripts/bench/wire/webSocket.ts'
import { sized } from '../../sized.ts'
import { openSocket, requireAnswer, requireRefusal } from '../clients.ts'
import type { Situation } from '../situation.ts'

const BYTES = sized(20_000_000, 100_000_000)
const PIECE = Buffer.alloc(1_000_000, ' ')
const CHUNK = Buffer.concat([
  Buffer.from(`${PIECE.length.toString(16)}\r\n`),
  PIECE,
  Buffer.from('\r\n'),
])

const head = 'POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

/** Bodies far above the limit, whose clients ignore the refusal and send them to the end. */
export const hugeBodies: Situation = {
  name: `a body of ${BYTES / 1_000_000} MB, with and without Content-Length`,
  async bringAbout(server) {
    const withLength = await openSocket(server)
    await sendAll(withLength, `${head}Content-Length: ${BYTES}\r\n\r\n`, PIECE, '')
    await requireAnswer(server, withLength)
    withLength.destroy()

    const inChunks = await openSocket(server)
    await sendAll(inChunks, `${head}Transfer-Encoding: chunked\r\n\r\n`, CHUNK, '0\r\n\r\n')
    await requireAnswer(server, inChunks)
    inChunks.destroy()

    const webSocket = await openSocket(server)
    const upgrade = upgradeRequest(server.port, '/ws/v3/dev')
    await exchange(webSocket, upgrade, (bytes) => isUpgraded(bytes) || undefined)
    // a masked text frame with its length in eight bytes
    const frame = Buffer.from([0x81, 0xff, ...Array(12).fill(0)])
    frame.writeBigUInt64BE(BigInt(BYTES), 2)
    const closed = once(webSocket, 'close')
    const closeFrame = once(webSocket, 'data')
    webSocket.write(frame)
    const [bytes] = (await closeFrame) as [Buffer]
    strictEqual(bytes.readUInt16BE(2), 1009)
    webSocket.end()
    await closed
  },
}

/** Sends a request of many equal pieces, and requires a refusal before or after its end. */
async function sendAll(socket: Socket, start: string, piece: Buffer, end: string): Promise<void> {
  const refused = exchange(socket, Buffer.from(start), parseHttpResponse)
  for (let sent = 0; sent < BYTES; sent += PIECE.length) {
    if (!socket.write(piece)) await once(socket, 'drain')
  }
  socket.write(end)
  requireRefusal((await refused).parsed, 413, start)
}
