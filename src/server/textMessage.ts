import type { Duplex } from 'node:stream'
import type { Reply } from '../rpc/reply.ts'

/** Up to this many bytes, copying a message together costs less than sending it in parts. */
const COPIED_BYTES_MAX = 4000

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
  if (bytes <= COPIED_BYTES_MAX) {
    const message = frame(bytes, bytes)
    let at = message.length - bytes
    for (const part of reply) {
      at += typeof part === 'string' ? message.write(part, at) : copy(part, message, at)
    }
    socket.write(message, written)
    return
  }
  const [envelope, ...rest] = reply
  const envelopeBytes = Buffer.byteLength(envelope)
  const start = frame(bytes, envelopeBytes)
  start.write(envelope, start.length - envelopeBytes)
  socket.cork()
  socket.write(start)
  const last = rest.length - 1
  rest.forEach((part, place) => {
    // All in buffers, because a write that has texts among them is several times slower.
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    socket.write(chunk, place === last ? written : undefined)
  })
  socket.uncork()
}

function copy(part: Uint8Array, target: Uint8Array, at: number): number {
  target.set(part, at)
  return part.length
}

/**
 * A frame's header, and room behind it.
 *
 * @param bytes how many the message has
 * @param room how many of them go behind the header here
 */
function frame(bytes: number, room: number): Buffer {
  const headerBytes = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10
  const start = Buffer.allocUnsafe(headerBytes + room)
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
  return start
}
