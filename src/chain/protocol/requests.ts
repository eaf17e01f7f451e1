import { sha256 } from '../../primitives/sha256.ts'

/**
 * What a header says of the requests that a block makes to the beacon chain: the hash of their hashes (EIP-7685).
 *
 * @param requests each with its type before it, in the order of their types; empty ones left out
 * @returns 32 bytes
 */
export function hashRequests(requests: readonly Uint8Array[]): Uint8Array {
  return sha256(Buffer.concat(requests.map(sha256)))
}
