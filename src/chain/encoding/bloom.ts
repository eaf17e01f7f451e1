import { keccak256 } from '../../primitives/keccak.ts'

/**
 * The bloom of logs: three bits for each address and topic (Yellow Paper 4.4.3).
 *
 * @param logs each [address, topics, data]
 * @returns 256 bytes
 */
export function bloomOf(
  logs: readonly (readonly [Uint8Array, readonly Uint8Array[], Uint8Array])[],
): Uint8Array {
  const bloom = new Uint8Array(256)
  for (const [address, topics] of logs) {
    for (const entry of [address, ...topics]) {
      const hash = keccak256(entry)
      for (let at = 0; at < 6; at += 2) {
        const bit = (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047
        const index = 255 - (bit >> 3)
        bloom[index] = (bloom[index] as number) | (1 << (bit & 7))
      }
    }
  }
  return bloom
}
