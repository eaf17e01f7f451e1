import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak } from 'hash-wasm'

let hasher: Awaited<ReturnType<typeof createKeccak>> | undefined

/**
 * Resolves when hashing is fast. It is compiled in the background, in a few milliseconds: a module that waited for it
 * could not be loaded by `require`.
 */
export const keccakIsFast: Promise<void> = createKeccak(256).then(
  (compiled) => {
    hasher = compiled
  },
  () => {
    // Where WebAssembly is not allowed, hashing is right and slow.
  },
)

/**
 * Keccak-256 in WebAssembly, 5 to 14 times as fast as in JavaScript, by which it is done before that is compiled.
 *
 * @returns 32 bytes
 */
export function keccak256(message: Uint8Array): Uint8Array {
  return hasher === undefined ? keccak_256(message) : hasher.init().update(message).digest('binary')
}
