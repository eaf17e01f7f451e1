import { toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { CURVE_ORDER, recoverPublicKey } from '../../primitives/secp256k1.ts'

const MAGIC = Uint8Array.of(0x05)
const NONCE_MAX = 2n ** 64n - 1n

/** A signed authorization (EIP-7702), whose signature may be invalid. */
export interface SignedAuthorization {
  readonly chainId: bigint
  /** 20 bytes */
  readonly address: Uint8Array
  readonly nonce: bigint
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}

/**
 * The account that signed an authorization, 20 bytes; undefined if it is for another chain, or not valid in itself.
 */
export function authorityOf(
  authorization: SignedAuthorization,
  chainId: number,
): Uint8Array | undefined {
  const { nonce, yParity, r, s } = authorization
  if (authorization.chainId !== 0n && authorization.chainId !== BigInt(chainId)) return undefined
  if (nonce >= NONCE_MAX || yParity > 1) return undefined
  if (r < 1n || s < 1n || r >= CURVE_ORDER || s > CURVE_ORDER / 2n) return undefined
  const signed = encodeRlp([
    toMinimalBytes(authorization.chainId),
    authorization.address,
    toMinimalBytes(nonce),
  ])
  const digest = keccak256(Buffer.concat([MAGIC, signed]))
  try {
    const key = recoverPublicKey(digest, { r: toMinimalBytes(r), s: toMinimalBytes(s), yParity })
    return keccak256(key).subarray(12)
  } catch {
    return undefined
  }
}
