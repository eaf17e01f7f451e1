/** The largest block, in bytes of its RLP; from Osaka on (EIP-7934). */
export const BLOCK_BYTES_MAX = 8 * 1024 * 1024

/**
 * An upper bound, in bytes, of a block without its lists. A header takes less than 800: thirteen hashes, a bloom, seven
 * numbers and 32 bytes of extra data. The RLP prefixes of the lists take less than 32.
 */
export const BLOCK_FRAME_BYTES_MAX = 1024

/** An upper bound, in bytes, of what a transaction takes in a block's RLP. */
export function itemBytesMax(encoded: Uint8Array): number {
  // The longest RLP prefix of a byte string.
  return encoded.length + 9
}
