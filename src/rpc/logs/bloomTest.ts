import { bloomOf } from '../../chain/encoding/bloom.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** Bits of a bloom that are in one byte. */
interface Bits {
  /** place of its byte, from 0 */
  readonly at: number
  readonly mask: number
}

/**
 * Makes a test of whether a block can have logs that a filter wants, as far as its bloom tells: false is certain.
 */
export function bloomTest({ addresses, topics }: LogFilter): (bloom: Uint8Array) => boolean {
  const positions = [addresses, ...topics]
    .filter((values) => values !== undefined)
    .map((values) => [...values].map(bitsOf))
  return (bloom) => positions.every((values) => values.some((bits) => has(bloom, bits)))
}

function has(bloom: Uint8Array, bits: readonly Bits[]): boolean {
  return bits.every(({ at, mask }) => ((bloom[at] as number) & mask) === mask)
}

function bitsOf(value: Hex): Bits[] {
  const bits: Bits[] = []
  for (const [at, byte] of bloomOf([[fromHex(value), [], NOTHING]]).entries()) {
    if (byte !== 0) bits.push({ at, mask: byte })
  }
  return bits
}

const NOTHING = new Uint8Array(0)
