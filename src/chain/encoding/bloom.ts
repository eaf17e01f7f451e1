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
    addToBloom(bloom, address)
    for (const topic of topics) addToBloom(bloom, topic)
  }
  return bloom
}

/**
 * Sets the bits of an address or a topic.
 *
 * @param bloom 256 bytes
 */
export function addToBloom(bloom: Uint8Array, entry: Uint8Array): void {
  for (const bit of bloomBits(entry)) {
    const index = byteIndex(bit)
    bloom[index] = (bloom[index] as number) | (1 << (bit & 7))
  }
}

/** The numbers of the three bits that an address or a topic sets in a bloom, from 0 to 2047. */
export function bloomBits(entry: Uint8Array): readonly [number, number, number] {
  const hash = keccak256(entry)
  return [bitAt(hash, 0), bitAt(hash, 2), bitAt(hash, 4)]
}

/** @param bit as of `bloomBits` */
export function hasBloomBit(bloom: Uint8Array, bit: number): boolean {
  return ((bloom[byteIndex(bit)] as number) & (1 << (bit & 7))) !== 0
}

function bitAt(hash: Uint8Array, at: number): number {
  return (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047
}

/** Bit 0 is the lowest of the last byte. */
function byteIndex(bit: number): number {
  return 255 - (bit >> 3)
}
