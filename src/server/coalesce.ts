import type { ReplyPart } from '../rpc/reply.ts'

/** Parts up to this many bytes are cheaper to copy than to send separately. */
const COPIED_BYTES_MAX = 4000

/** A chunk ends when it is this large. The system maps memory anew for buffers of 128 KiB, which takes as long as the copy. */
const CHUNK_BYTES = 64 * 1024

/** Concatenates runs of small parts. Large parts, which are cached for all clients, are not copied. */
export function coalesce(parts: readonly ReplyPart[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let small: ReplyPart[] = []
  let bytes = 0
  const flush = (): void => {
    if (bytes > 0) chunks.push(concatenate(small, bytes))
    small = []
    bytes = 0
  }
  for (const part of parts) {
    if (typeof part !== 'string' && part.byteLength > COPIED_BYTES_MAX) {
      flush()
      chunks.push(part)
    } else {
      small.push(part)
      bytes += Buffer.byteLength(part)
      if (bytes >= CHUNK_BYTES) flush()
    }
  }
  flush()
  return chunks
}

function concatenate(parts: readonly ReplyPart[], bytes: number): Uint8Array {
  const whole = Buffer.allocUnsafe(bytes)
  copyParts(parts, whole, 0)
  return whole
}

/**
 * Concatenates parts.
 *
 * @returns the index in `target` after the last one
 */
export function copyParts(parts: readonly ReplyPart[], target: Buffer, start: number): number {
  let at = start
  for (const part of parts) {
    if (typeof part === 'string') {
      at += target.write(part, at)
    } else {
      target.set(part, at)
      at += part.byteLength
    }
  }
  return at
}
