import { bloomOf } from '../../chain/encoding/bloom.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** Bits in one byte of a bloom. */
interface Bits {
  /** index of the byte */
  readonly at: number
  readonly mask: number
}

/** Returns a test of blooms: false means that no log of the block matches the filter, true that one may. */
export function bloomTest({ addresses, topics }: LogFilter): (bloom: Uint8Array) => boolean {
  const alternatives = [addresses, ...topics]
    .filter((values) => values !== undefined)
    .map((values) => [...values].map(bitsOf))
  return (bloom) => alternatives.every((values) => values.some((bits) => has(bloom, bits)))
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
