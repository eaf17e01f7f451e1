import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { recoverPublicKey } from '../../primitives/secp256k1.ts'
import type { Authorization, DecodedTransaction, SignatureFields } from './decodedTransaction.ts'
import { Violation } from './finding.ts'
import type { ActiveForks, Protocol } from './protocol.ts'

/** The order of secp256k1 (SEC 2, 2.4.1). */
const CURVE_ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n
const HALF_CURVE_ORDER = CURVE_ORDER / 2n

const BELOW_ORDER = 'it is a number below the order of the curve (SEC 1)'

/**
 * Recovers the signer of a transaction.
 *
 * @returns the address, lower case
 * @throws {Violation} if the signature is not valid under the fork
 */
export function recoverSender(
  path: string,
  transaction: DecodedTransaction,
  forks: ActiveForks,
  protocol: Protocol,
): Hex {
  const { signature } = transaction
  const { yParity, chainId } =
    transaction.type === 0
      ? readLegacyV(path, signature.v, forks)
      : { yParity: requireParity(path, signature.v), chainId: transaction.chainId }
  if (chainId !== undefined && chainId !== protocol.chainId) {
    throw new Violation(
      `${path}.chainId`,
      chainId,
      protocol.chainId,
      'it was signed for another chain (EIP-155, EIP-2930)',
    )
  }
  requireInRange(`${path}.r`, signature.r, CURVE_ORDER - 1n, BELOW_ORDER)
  if (forks.includes('homestead')) {
    const rule = 'of the two values of s that fit only the lower counts (EIP-2)'
    requireInRange(`${path}.s`, signature.s, HALF_CURVE_ORDER, rule)
  } else {
    requireInRange(`${path}.s`, signature.s, CURVE_ORDER - 1n, BELOW_ORDER)
  }
  const sender = recoverAddress(signingHash(transaction, chainId), signature, yParity)
  if (sender === undefined) {
    throw new Violation(
      `${path}.r`,
      toHash(signature.r),
      'the x coordinate of a point of the curve',
      'no public key fits the signature (Yellow Paper, appendix F)',
    )
  }
  return sender
}

/**
 * Recovers the signer of an authorization.
 *
 * @returns the address, lower case; undefined if the signature is invalid, so that the authorization is skipped
 * (EIP-7702)
 */
export function recoverAuthority({ signature, signingHash }: Authorization): Hex | undefined {
  const { v, r, s } = signature
  const isPossible = v <= 1n && r > 0n && r < CURVE_ORDER && s > 0n && s <= HALF_CURVE_ORDER
  return isPossible ? recoverAddress(signingHash, signature, Number(v)) : undefined
}

/** v is 27 or 28; from Spurious Dragon on it may contain the chain id (EIP-155). */
function readLegacyV(
  path: string,
  v: bigint,
  forks: ActiveForks,
): { yParity: number; chainId: bigint | undefined } {
  if (v === 27n || v === 28n) return { yParity: Number(v - 27n), chainId: undefined }
  const allowsChainId = forks.includes('spuriousDragon')
  if (!allowsChainId || v < 35n) {
    throw new Violation(
      `${path}.v`,
      v,
      allowsChainId ? '27, 28 or at least 35' : '27 or 28',
      `${forks.latest} knows no other signatures (Yellow Paper, appendix F, EIP-155)`,
    )
  }
  return { yParity: Number((v - 35n) % 2n), chainId: (v - 35n) / 2n }
}

function requireParity(path: string, v: bigint): number {
  if (v > 1n) {
    throw new Violation(`${path}.yParity`, v, '0 or 1', 'it is a parity (EIP-2930, EIP-1559)')
  }
  return Number(v)
}

function requireInRange(field: string, value: bigint, most: bigint, rule: string): void {
  if (value < 1n || value > most) {
    throw new Violation(field, toHash(value), `1 to ${toHash(most)}`, rule)
  }
}

/** The type is signed before the fields of a typed transaction, the chain id after those of a protected legacy one. */
function signingHash(
  { type, signedFields }: DecodedTransaction,
  chainId: bigint | undefined,
): Uint8Array {
  if (type !== 0) {
    return keccak256(Buffer.concat([Uint8Array.of(type), RLP.encode([...signedFields])]))
  }
  const fields = chainId === undefined ? signedFields : [...signedFields, chainId, 0, 0]
  return keccak256(RLP.encode([...fields]))
}

/**
 * An address is the last 20 bytes of the hash of a public key (Yellow Paper, appendix F).
 *
 * @returns undefined if no public key fits the signature
 */
function recoverAddress(
  digest: Uint8Array,
  { r, s }: SignatureFields,
  yParity: number,
): Hex | undefined {
  try {
    const signature = { r: toMinimalBytes(r), s: toMinimalBytes(s), yParity }
    return toHex(keccak256(recoverPublicKey(digest, signature)).subarray(12))
  } catch {
    // r and s were in range: r is not the x coordinate of a point.
    return undefined
  }
}

function toHash(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
