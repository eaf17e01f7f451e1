import { sha256 } from '../../primitives/sha256.ts'

/** The first byte of the hash of a commitment (EIP-4844). */
const HASH_VERSION = 1

/**
 * The hash of a blob in its transaction (`kzg_to_versioned_hash` of EIP-4844).
 *
 * @param commitment 48 bytes
 * @returns 32 bytes
 */
export function versionedHash(commitment: Uint8Array): Uint8Array {
  const hash = sha256(commitment)
  hash[0] = HASH_VERSION
  return hash
}
