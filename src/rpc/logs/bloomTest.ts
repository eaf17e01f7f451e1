import { bloomBits, hasBloomBit } from '../../chain/encoding/bloom.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** How many bits an address or a topic sets in a bloom. */
const BITS = 3

/**
 * How many alternatives are hashed for one bloom. A filter may have 5,000 of them, and hashing all takes longer than other
 * clients may wait; reading the logs of a block in vain takes less.
 */
const HASHED_MAX = 128

/** Returns a test of blooms: false means that no log of the block matches the filter, true that one may. */
export function bloomTest({
  addresses,
  topics,
}: Pick<LogFilter, 'addresses' | 'topics'>): (bloom: Uint8Array) => boolean {
  const alternatives = [addresses, ...topics]
    .filter((values) => values !== undefined)
    .map((values) => new Alternatives(values))
  // Each log sets bits, so a block without any need not be decoded, whatever the filter.
  return (bloom) => !isEmpty(bloom) && alternatives.every((each) => each.mayBeIn(bloom))
}

function isEmpty(bloom: Uint8Array): boolean {
  return bloom.every((byte) => byte === 0)
}

/** The bits of some values, which are hashed as blooms need them. */
class Alternatives {
  readonly #values: Iterator<Hex>
  /** `BITS` for each value, in one array */
  readonly #bits: Uint16Array
  /** how many bits are known by now */
  #known = 0

  constructor(values: ReadonlySet<Hex>) {
    this.#values = values.values()
    this.#bits = new Uint16Array(BITS * values.size)
  }

  /** Whether a bloom has all bits of at least one value, or may have those of one that is not hashed yet. */
  mayBeIn(bloom: Uint8Array): boolean {
    for (let at = 0; at < this.#known; at += BITS) {
      if (this.#isIn(bloom, at)) return true
    }
    const end = Math.min(this.#bits.length, this.#known + BITS * HASHED_MAX)
    for (let at = this.#known; at < end; at += BITS) {
      this.#hashNext()
      if (this.#isIn(bloom, at)) return true
    }
    return this.#known < this.#bits.length
  }

  #hashNext(): void {
    const { value } = this.#values.next()
    this.#bits.set(bloomBits(fromHex(value)), this.#known)
    this.#known += BITS
  }

  #isIn(bloom: Uint8Array, at: number): boolean {
    const bits = this.#bits
    return (
      hasBloomBit(bloom, bits[at] as number) &&
      hasBloomBit(bloom, bits[at + 1] as number) &&
      hasBloomBit(bloom, bits[at + 2] as number)
    )
  }
}
