import type { Hex } from '../primitives/hex.ts'

/** @returns the hash in lower case; undefined if the value is not a hash of 32 bytes */
export function readHash(value: unknown): Hex | undefined {
  const isHash = typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value)
  return isHash ? (value.toLowerCase() as Hex) : undefined
}
