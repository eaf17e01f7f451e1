import { bloomBits, hasBloomBit } from '../../chain/encoding/bloom.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** How many bits an address or a topic sets in a bloom. */
const BITS = 3

/** Returns a test of blooms: false means that no log of the block matches the filter, true that one may. */
export function bloomTest({
  addresses,
  topics,
}: Pick<LogFilter, 'addresses' | 'topics'>): (bloom: Uint8Array) => boolean {
  const alternatives = [addresses, ...topics].filter((values) => values !== undefined).map(bitsOf)
  return (bloom) => alternatives.every((bits) => hasOneOf(bloom, bits))
}

/** The bits of all values, `BITS` for each. A filter may have 5,000 values, so they are kept in one array. */
function bitsOf(values: ReadonlySet<Hex>): Uint16Array {
  const bits = new Uint16Array(BITS * values.size)
  let at = 0
  for (const value of values) {
    bits.set(bloomBits(fromHex(value)), at)
    at += BITS
  }
  return bits
}

/** Whether a bloom has all bits of at least one value. */
function hasOneOf(bloom: Uint8Array, bits: Uint16Array): boolean {
  for (let at = 0; at < bits.length; at += BITS) {
    if (
      hasBloomBit(bloom, bits[at] as number) &&
      hasBloomBit(bloom, bits[at + 1] as number) &&
      hasBloomBit(bloom, bits[at + 2] as number)
    ) {
      return true
    }
  }
  return false
}
