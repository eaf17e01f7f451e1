import { sha256 } from '../../primitives/sha256.ts'

/**
 * The `requestsHash` of a header: the hash of the hashes of the block's requests to the beacon chain (EIP-7685).
 *
 * @param requests each prefixed with its type, ordered by type, without empty ones
 * @returns 32 bytes
 */
export function hashRequests(requests: readonly Uint8Array[]): Uint8Array {
  if (requests.length === 0) return NO_REQUESTS
  return sha256(Buffer.concat(requests.map(sha256)))
}

/** Most blocks have none. */
const NO_REQUESTS = sha256(new Uint8Array(0))
