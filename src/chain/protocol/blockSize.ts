/** In bytes: what a block may take from Osaka on (EIP-7934). */
export const BLOCK_BYTES_MAX = 8 * 1024 * 1024

/**
 * In bytes: more than a block takes beside its lists. A header is below 800: thirteen hashes, a bloom, seven numbers, 32
 * bytes of extra data; what is before the lists is below 32.
 */
export const BLOCK_FRAME_BYTES_MAX = 1024

/** In bytes: what a transaction takes in a block's RLP, at most. */
export function itemBytesMax(encoded: Uint8Array): number {
  // What RLP puts before a byte string is no longer than that.
  return encoded.length + 9
}
