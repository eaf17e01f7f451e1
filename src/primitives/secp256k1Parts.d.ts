/** Loads the native code in a folder of a package; fails on a platform for which there is none. */
declare module 'node-gyp-build' {
  import type { Unchecked } from 'secp256k1/lib/index.js'

  export default function load(folder: string): { readonly Secp256k1: new () => Unchecked }
}

/** The checks that the package makes before it calls its native code. */
declare module 'secp256k1/lib/index.js' {
  import type * as secp256k1 from 'secp256k1'

  /** What the native code does. Each function but the first writes into its first argument and returns 0, or an error. */
  export interface Unchecked {
    /** @returns 0 if it is a private key */
    privateKeyVerify(key: Uint8Array): number
    /** @param output of 33 or 65 bytes */
    publicKeyCreate(output: Uint8Array, key: Uint8Array): number
    ecdsaSign(
      output: { readonly signature: Uint8Array; recid: number },
      digest: Uint8Array,
      key: Uint8Array,
    ): number
    /** @param output of 33 or 65 bytes */
    ecdsaRecover(
      output: Uint8Array,
      signature: Uint8Array,
      recid: number,
      digest: Uint8Array,
    ): number
  }

  function withChecks(unchecked: Unchecked): typeof secp256k1
  export default withChecks
}
