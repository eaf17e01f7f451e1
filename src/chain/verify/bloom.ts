import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { Violation } from './finding.ts'

/** The part of a log that a bloom filter covers. */
export interface BloomLog {
  /** 20 bytes */
  readonly address: Uint8Array
  /** each 32 bytes */
  readonly topics: readonly Uint8Array[]
}

/**
 * Checks a bloom filter against its logs.
 *
 * @param actual 256 bytes
 * @throws {Violation} if they differ
 */
export function requireBloom(field: string, actual: Uint8Array, logs: readonly BloomLog[]): void {
  const expected = bloomOf(logs)
  const wrong = actual.findIndex((byte, index) => byte !== expected[index])
  if (wrong >= 0) {
    throw new Violation(
      field,
      toHex(actual),
      toHex(expected),
      `it is the bloom of the logs, but byte ${wrong} is not (Yellow Paper 4.3.1)`,
    )
  }
}

/**
 * The bloom filter of logs: three of 2,048 bits for the address and for each topic (Yellow Paper 4.3.1).
 *
 * @returns 256 bytes
 */
function bloomOf(logs: readonly BloomLog[]): Uint8Array {
  const bloom = new Uint8Array(256)
  for (const { address, topics } of logs) {
    setBits(bloom, address)
    for (const topic of topics) setBits(bloom, topic)
  }
  return bloom
}

/** The lower 11 bits of each of the first three pairs of bytes of the hash; bit 0 is the last of the filter. */
function setBits(bloom: Uint8Array, value: Uint8Array): void {
  const hash = keccak256(value)
  for (const at of [0, 2, 4]) {
    const bit = (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047
    const slot = 255 - (bit >> 3)
    bloom[slot] = (bloom[slot] as number) | (1 << (bit & 7))
  }
}
