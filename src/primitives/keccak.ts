import { keccak_256 } from '@noble/hashes/sha3.js'
import hashWasm from 'hash-wasm/dist/keccak.umd.min.js'

let hasher: Awaited<ReturnType<typeof hashWasm.createKeccak>> | undefined

/**
 * Resolves when the WebAssembly implementation is compiled, after a few milliseconds. No module awaits it at its top
 * level, because `require` cannot load a module that does.
 */
export const keccakReady: Promise<void> = hashWasm.createKeccak(256).then(
  (compiled) => {
    hasher = compiled
  },
  () => {
    // Without WebAssembly, hashing stays correct but slow.
  },
)

/**
 * Keccak-256. WebAssembly is 5 to 14 times as fast as JavaScript, which is used until it is compiled.
 *
 * @returns 32 bytes
 */
export function keccak256(message: Uint8Array): Uint8Array {
  return hasher === undefined ? keccak_256(message) : hasher.init().update(message).digest('binary')
}
