import type { SealedBlock } from '../block.ts'

/** In bytes: what is before the bloom in a header's list: five hashes and an address, each with a byte before it. */
const BEFORE_BLOOM = 5 * 33 + 21

/** A header is more than 255 bytes and less than 65,536, as is its bloom: RLP puts three bytes before either. */
const PREFIX = 3

const BLOOM_BYTES = 256

/**
 * The bloom of a block's logs, without reading anything else of the block.
 *
 * @returns 256 bytes, not to be changed
 */
export function headerBloom({ rlp }: Pick<SealedBlock, 'rlp'>): Uint8Array {
  // A block's list is at least as long as its header: its first byte tells how many bytes of length follow.
  const listPrefix = (rlp[0] as number) - 0xf7 + 1
  const start = listPrefix + PREFIX + BEFORE_BLOOM + PREFIX
  return rlp.subarray(start, start + BLOOM_BYTES)
}
