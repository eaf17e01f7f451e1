import type { Duplex } from 'node:stream'
import type { Reply } from '../rpc/reply.ts'
import { coalesce, copyParts } from './coalesce.ts'

/** The last frame of a message, which is text (RFC 6455, 5.2). */
const FINAL_TEXT = 0x81

/** Up to this many bytes a message is put together where the one before it was. */
const SCRATCH_BYTES = 4096

/** A frame's header is no longer. */
const HEADER_BYTES_MAX = 10

let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)

/**
 * Writes a reply as a WebSocket message of one frame, unmasked as a server's are. `ws` would want
 * it in one piece, and copying a large answer for each client costs as much as sending it.
 *
 * @param socket under a WebSocket that is open and without compression, so that ws queues nothing
 *   of its own
 * @param bytes how many bytes the reply has
 */
export function writeTextMessage(socket: Duplex, reply: Reply, bytes: number): void {
  if (bytes <= SCRATCH_BYTES - HEADER_BYTES_MAX) {
    writeSmall(socket, reply, bytes)
    return
  }
  const header = Buffer.allocUnsafe(HEADER_BYTES_MAX)
  const chunks = coalesce([header.subarray(0, writeHeader(header, bytes)), ...reply])
  socket.cork()
  for (const chunk of chunks) socket.write(chunk)
  socket.uncork()
}

/** Writes a message that breaks off in the middle. */
export function writeHalfMessage(
  socket: Duplex,
  reply: Reply,
  bytes: number,
  onWritten: () => void,
): void {
  const header = Buffer.allocUnsafe(HEADER_BYTES_MAX)
  const end = writeHeader(header, bytes)
  const body = Buffer.allocUnsafe(bytes)
  copyParts(reply, body, 0)
  const half = Buffer.concat([header.subarray(0, end), body.subarray(0, bytes / 2)])
  socket.write(half, onWritten)
}

function writeSmall(socket: Duplex, reply: Reply, bytes: number): void {
  const end = copyParts(reply, scratch, writeHeader(scratch, bytes))
  socket.write(scratch.subarray(0, end))
  // What the system has not taken yet is still to be read from there.
  if (socket.writableLength > 0) scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)
}

/** @returns how many bytes it has */
function writeHeader(target: Buffer, bytes: number): number {
  target[0] = FINAL_TEXT
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
