import type { ReplyPart } from '../rpc/reply.ts'

/** Up to this many bytes, copying a part next to its neighbours costs less than sending it as a part of its own. */
const COPIED_BYTES_MAX = 4000

/**
 * Puts parts that are small together with their neighbours; large ones, which are kept for other clients too, stay as
 * they are.
 */
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
 * Copies parts one behind the other.
 *
 * @returns where the last one ends
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
