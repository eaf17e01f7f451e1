import { bytesOf, type ReplyPart } from '../rpc/reply.ts'

/** Parts up to this many bytes are cheaper to copy than to send separately. */
const COPIED_BYTES_MAX = 4000

/** The largest chunk of small parts. For buffers of 128 KiB the system maps new memory, which takes as long as the copy. */
const CHUNK_BYTES = 64 * 1024

/** The most bytes that a character of a string takes in UTF-8. */
const CHARACTER_BYTES_MAX = 3

/**
 * Concatenates runs of small parts. Large parts, which are cached for all clients, are not copied.
 *
 * @param bytes the size of all parts together
 */
export function coalesce(parts: readonly ReplyPart[], bytes: number): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let bytesToCopy = bytes - largeBytes(parts)
  let buffer = Buffer.alloc(0)
  let start = 0
  let end = 0
  const cut = (): void => {
    if (end > start) chunks.push(buffer.subarray(start, end))
    start = end
  }
  for (const part of parts) {
    if (isLarge(part)) {
      cut()
      chunks.push(part)
      continue
    }
    if (!fits(part, buffer.length - end)) {
      cut()
      bytesToCopy -= end
      buffer = Buffer.allocUnsafe(Math.max(bytesOf(part), Math.min(bytesToCopy, CHUNK_BYTES)))
      start = 0
      end = 0
    }
    end = copyPart(part, buffer, end)
  }
  cut()
  return chunks
}

function isLarge(part: ReplyPart): part is Uint8Array {
  return typeof part !== 'string' && part.byteLength > COPIED_BYTES_MAX
}

function largeBytes(parts: readonly ReplyPart[]): number {
  let bytes = 0
  for (const part of parts) if (isLarge(part)) bytes += part.byteLength
  return bytes
}

/** Measures a string only if it may be too long, because that takes as long as copying it. */
function fits(part: ReplyPart, room: number): boolean {
  return part.length * CHARACTER_BYTES_MAX <= room || bytesOf(part) <= room
}

/**
 * Concatenates parts.
 *
 * @returns the index in `target` after the last one
 */
export function copyParts(parts: readonly ReplyPart[], target: Buffer, start: number): number {
  let at = start
  for (const part of parts) at = copyPart(part, target, at)
  return at
}

function copyPart(part: ReplyPart, target: Buffer, at: number): number {
  if (typeof part === 'string') return at + target.write(part, at)
  target.set(part, at)
  return at + part.byteLength
}
