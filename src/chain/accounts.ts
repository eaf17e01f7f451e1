import { type Hex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { isPrivateKey, publicKeyOf } from '../primitives/secp256k1.ts'

/** An account and its private key. Its key is public: never send anything of real value to it. */
export interface Account {
  /** DATA, 20 bytes */
  readonly address: Hex
  /** DATA, 32 bytes */
  readonly privateKey: Hex
}

/** An account as bytes, with its public key. */
export interface Signer {
  /** 20 bytes */
  readonly address: Uint8Array
  /** 32 bytes */
  readonly privateKey: Uint8Array
  /** 64 bytes */
  readonly publicKey: Uint8Array
}

/** Derives the accounts of a seed. They depend on nothing else in the spec. */
export function deriveSigners(seedKey: string, count: number): Signer[] {
  return Array.from({ length: count }, (_, index) => deriveSigner(`${seedKey}/account/${index}`))
}

export function toAccount({ address, privateKey }: Signer): Account {
  return { address: toHex(address), privateKey: toHex(privateKey) }
}

function deriveSigner(label: string): Signer {
  let privateKey = keccak256(Buffer.from(label, 'utf8'))
  // One hash in 2^128 is not a valid key: hash again.
  while (!isPrivateKey(privateKey)) privateKey = keccak256(privateKey)
  return signerOf(privateKey)
}

/** @param privateKey 32 bytes, valid for the curve */
export function signerOf(privateKey: Uint8Array): Signer {
  const publicKey = publicKeyOf(privateKey)
  return { address: keccak256(publicKey).subarray(12), privateKey, publicKey }
}
