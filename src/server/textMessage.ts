import type { Duplex } from 'node:stream'
import type { Reply } from '../rpc/reply.ts'

/** The last frame of a message, which is text (RFC 6455, 5.2). */
const FINAL_TEXT = 0x81

/**
 * Writes a reply as a WebSocket message of one frame, unmasked as a server's are. `ws` would want
 * it in one piece, and copying a kept answer for each client costs as much as sending it.
 *
 * @param socket under a WebSocket that is open and without compression, so that ws queues nothing
 *   of its own
 * @param bytes how many bytes the reply has
 */
export function writeTextMessage(
  socket: Duplex,
  reply: Reply,
  bytes: number,
  written?: () => void,
): void {
  const [envelope, ...rest] = reply
  socket.cork()
  socket.write(frameStart(bytes, envelope))
  const last = rest.length - 1
  rest.forEach((part, place) => {
    // All in buffers, because a write that has texts among them is several times slower.
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    socket.write(chunk, place === last ? written : undefined)
  })
  socket.uncork()
}

/** A frame's header, and the text that comes first in it. */
function frameStart(bytes: number, text: string): Uint8Array {
  const headerBytes = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10
  const start = Buffer.allocUnsafe(headerBytes + Buffer.byteLength(text))
  start[0] = FINAL_TEXT
  if (headerBytes === 2) {
    start[1] = bytes
  } else if (headerBytes === 4) {
    start[1] = 126
    start.writeUInt16BE(bytes, 2)
  } else {
    start[1] = 127
    start.writeBigUInt64BE(BigInt(bytes), 2)
  }
  start.write(text, headerBytes)
  return start
}
