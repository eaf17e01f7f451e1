import type secp256k1 from 'secp256k1'

/** What `secp256k1.ts` uses of the package `secp256k1`. All code that has this type gives the same bytes and errors. */
export type Secp256k1 = Pick<
  typeof secp256k1,
  'ecdsaSign' | 'ecdsaRecover' | 'publicKeyCreate' | 'privateKeyVerify'
>

/** The results of functions without checks, which the package turns into errors. */
export const DONE = 0
export const INVALID_INPUT = 1
export const NO_PUBLIC_KEY = 2

export const UNCOMPRESSED_BYTES = 65
