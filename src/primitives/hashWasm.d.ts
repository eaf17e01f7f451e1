/** The part of hash-wasm that has Keccak only. The whole package takes ten times as long to load. */
declare module 'hash-wasm/dist/keccak.umd.min.js' {
  import type { createKeccak } from 'hash-wasm'

  const keccak: { readonly createKeccak: typeof createKeccak }
  export default keccak
}
