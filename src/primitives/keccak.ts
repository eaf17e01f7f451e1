import { createKeccak } from 'hash-wasm'

// The one asynchronous step, taken once at import, so that hashing itself is synchronous.
const hasher = await createKeccak(256)

/**
 * Keccak-256 in WebAssembly: 5 to 14 times as fast as the JavaScript one @ethereumjs comes with.
 *
 * @returns 32 bytes
 */
export function keccak256(message: Uint8Array): Uint8Array {
  return hasher.init().update(message).digest('binary')
}
