import type { SealedBlock } from '../../chain/encoding/block.ts'
import { bloomBits, hasBloomBit } from '../../chain/encoding/bloom.ts'
import { headerBloom } from '../../chain/encoding/decode/headerBloom.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { LogFilter } from '../params/logFilter.ts'
import type { BloomSection } from './bloomIndex.ts'

/** How many bits an address or a topic sets in a bloom. */
const BITS = 3

/**
 * How many alternatives are hashed for one bloom. A filter may have 5,000 of them, and hashing all takes longer than other
 * clients may wait; reading the logs of a block in vain takes less.
 */
const HASHED_MAX = 128

/** A test whether logs of blocks may match a filter. */
export interface BloomTest {
  /** Whether a bloom may have a log that matches; false means that none does. */
  passes(bloom: Uint8Array): boolean
  /** The blocks of a section that may have one, as bits. */
  blocksOf(section: BloomSection): number
}

/** Creates a test that hashes the values of a filter once. */
export function bloomTest({
  addresses,
  topics,
}: Pick<LogFilter, 'addresses' | 'topics'>): BloomTest {
  const alternatives = [addresses, ...topics]
    .filter((values) => values !== undefined)
    .map((values) => new Alternatives(values))
  return {
    passes(bloom) {
      for (const each of alternatives) if (!each.mayBeIn(bloom)) return false
      // Each log sets bits, so a block without any need not be decoded, whatever the filter.
      return !isEmpty(bloom)
    },
    blocksOf({ planes, notEmpty, recorded }) {
      let found = notEmpty
      for (const each of alternatives) if (found !== 0) found &= each.blocksWithOne(planes)
      return found | recorded
    },
  }
}

/** Whether a block may have logs that match. */
export function mayHaveLogs(block: SealedBlock, test: BloomTest): boolean {
  // The recorded JSON of another node may have logs that are not in the bytes.
  return block.recorded !== undefined || test.passes(headerBloom(block))
}

function isEmpty(bloom: Uint8Array): boolean {
  for (let at = 0; at < bloom.length; at++) if (bloom[at] !== 0) return false
  return true
}

const ALL_BLOCKS = -1

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

  /** The blocks of a section whose blooms `mayBeIn` accepts, as bits. */
  blocksWithOne(planes: Int32Array): number {
    let found = 0
    const end = Math.min(this.#bits.length, this.#known + BITS * HASHED_MAX)
    for (let at = 0; at < end; at += BITS) {
      if (at === this.#known) this.#hashNext()
      found |= this.#blocksWith(planes, at)
    }
    return this.#known < this.#bits.length ? ALL_BLOCKS : found
  }

  #blocksWith(planes: Int32Array, at: number): number {
    const bits = this.#bits
    const first = planes[bits[at] as number] as number
    const second = planes[bits[at + 1] as number] as number
    return first & second & (planes[bits[at + 2] as number] as number)
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
