import { headAt } from '../../../primitives/rlp.ts'
import type { SealedBlock } from '../block.ts'

/** In bytes: the fields before the bloom, five hashes and an address, each with a prefix of one byte. */
const BEFORE_BLOOM = 5 * 33 + 21

/** In bytes: the RLP prefix of a header and of its bloom, whose lengths are between 256 and 65,535. */
const PREFIX = 3

const BLOOM_BYTES = 256

/**
 * The bloom of a block's logs, without decoding the block.
 *
 * @returns 256 bytes, which must not be modified
 */
export function headerBloom({ rlp }: Pick<SealedBlock, 'rlp'>): Uint8Array {
  const start = headAt(rlp, 0).start + PREFIX + BEFORE_BLOOM + PREFIX
  return rlp.subarray(start, start + BLOOM_BYTES)
}
