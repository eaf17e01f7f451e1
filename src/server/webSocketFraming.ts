import type { Duplex } from 'node:stream'
import type { Reply } from '../rpc/reply.ts'
import { coalesce, copyParts } from './coalesce.ts'
import type { Framing, PartFlags } from './messageClient.ts'

// The first byte of a frame (RFC 6455, 5.2).
/** The last frame of a message, or the only one. */
const FINAL = 0x80
/** The first frame of a text message. The following ones have 0 here. */
const TEXT = 0x01

/** Up to this many bytes a message is copied into one buffer, which Node cuts from a shared one; a larger one is written in parts. */
const COPIED_BYTES_MAX = 4000

/**
 * Writes a reply as a WebSocket message: one frame, unmasked as all frames of servers are. `ws` would need it in one
 * buffer, and copying a large response for each client takes as long as sending it.
 *
 * @param socket of a WebSocket that is open and without compression, so that ws itself queues nothing
 * @param bytes the size of the reply
 */
function writeTextMessage(socket: Duplex, reply: Reply, bytes: number): void {
  if (bytes <= COPIED_BYTES_MAX) {
    const message = Buffer.allocUnsafe(headerLength(bytes) + bytes)
    copyParts(reply, message, writeHeader(message, bytes))
    socket.write(message)
    return
  }
  const header = Buffer.allocUnsafe(headerLength(bytes))
  writeHeader(header, bytes)
  const chunks = coalesce([header, ...reply], header.length + bytes)
  socket.cork()
  for (const chunk of chunks) socket.write(chunk)
  socket.uncork()
}

/** Writes a part of a message as a frame of its own. Pings, pongs and closes may come between the frames. */
function writeMessagePart(socket: Duplex, part: Uint8Array, { isFirst, isLast }: PartFlags): void {
  const header = Buffer.allocUnsafe(headerLength(part.length))
  writeHeader(header, part.length, (isFirst ? TEXT : 0) | (isLast ? FINAL : 0))
  socket.cork()
  socket.write(header)
  socket.write(part)
  socket.uncork()
}

/** Writes the first half of a message. */
function writeHalfMessage(
  socket: Duplex,
  reply: Reply,
  bytes: number,
  onWritten: () => void,
): void {
  const message = Buffer.allocUnsafe(headerLength(bytes) + bytes)
  const bodyStart = writeHeader(message, bytes)
  copyParts(reply, message, bodyStart)
  socket.write(message.subarray(0, bodyStart + bytes / 2), onWritten)
}

export const webSocketFraming: Framing = {
  write: writeTextMessage,
  writePart: writeMessagePart,
  writeHalf: writeHalfMessage,
}

/** The length of the header of a frame. */
function headerLength(bytes: number): number {
  if (bytes < 126) return 2
  return bytes < 65_536 ? 4 : 10
}

/** @returns the length of the header */
function writeHeader(target: Buffer, bytes: number, first = FINAL | TEXT): number {
  target[0] = first
  if (bytes < 126) {
    target[1] = bytes
    return 2
  }
  if (bytes < 65_536) {
    target[1] = 126
    return target.writeUInt16BE(bytes, 2)
  }
  target[1] = 127
  return target.writeBigUInt64BE(BigInt(bytes), 2)
}
