import { createHash } from 'node:crypto'

/** @returns 32 bytes */
export function sha256(message: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(message).digest())
}
