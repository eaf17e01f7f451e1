import type { Authorization } from '../chain/calls/message.ts'
import { encodeTyped } from '../chain/encoding/encodeTyped.ts'
import { type Hex, toHex, toMinimalBytes } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { encodeRlp, encodeRlpList } from '../primitives/rlp.ts'
import { CURVE_ORDER, recoverPublicKey } from '../primitives/secp256k1.ts'
import type { DecodedTransaction } from './decodeSent.ts'
import { PoolError } from './poolError.ts'

/** The highest `s` that EIP-2 allows. */
const S_MAX = CURVE_ORDER / 2n

/** Precedes what an account signs to authorize code (EIP-7702). */
const AUTHORIZATION_TYPE = 5

const EMPTY = new Uint8Array(0)

/** The chain that a signature must be for. */
export interface SigningRules {
  readonly chainId: number
  /** whether legacy signatures may name the chain (EIP-155) */
  readonly hasReplayProtection: boolean
}

/** Whether a transaction is valid on one chain only. geth also takes a `v` of 0 or 1 for one that is not (EIP-155). */
export function isReplayProtected({ type, fields: { v } }: DecodedTransaction): boolean {
  return type !== 0 || ![0n, 1n, 27n, 28n].includes(v)
}

/**
 * Recovers the sender (geth, core/types/transaction_signing.go).
 *
 * @throws {PoolError} INVALID_SENDER
 */
export function recoverSender(transaction: DecodedTransaction, rules: SigningRules): Hex {
  const { type, fields, signedItems } = transaction
  const { v, r, s } = fields
  if (type !== 0) {
    requireChain(fields.chainId ?? 0n, rules)
    const list = encodeRlpList([signedItems])
    return recover(concat(Uint8Array.of(type), list), v, r, s)
  }
  if (!isReplayProtected(transaction) || !rules.hasReplayProtection) {
    // A larger one would not be a byte in geth.
    return recover(encodeRlpList([signedItems]), v > 255n ? -1n : v - 27n, r, s)
  }
  requireChain(chainIdOf(v), rules)
  const chainId = BigInt(rules.chainId)
  const suffix = [toMinimalBytes(chainId), EMPTY, EMPTY].map((item) => encodeRlp(item))
  return recover(encodeRlpList([signedItems, ...suffix]), v - 35n - 2n * chainId, r, s)
}

/** One for all: the transactions of an endpoint are kept. */
const NO_AUTHORITIES: readonly Hex[] = []

/** The accounts whose authorizations have a valid signature, each once (EIP-7702). */
export function authoritiesOf({ fields }: DecodedTransaction): readonly Hex[] {
  const { authorizationList } = fields
  if (authorizationList === undefined) return NO_AUTHORITIES
  return [...new Set(authorizationList.flatMap((each) => authorityOf(each) ?? []))]
}

function authorityOf(authorization: Authorization): Hex | undefined {
  const { chainId, address, nonce, yParity, r, s } = authorization
  const items = [toMinimalBytes(chainId), address, toMinimalBytes(nonce)]
  try {
    return recover(encodeTyped(AUTHORIZATION_TYPE, items), BigInt(yParity), r, s)
  } catch {
    return undefined
  }
}

/** The chain of a replay-protected legacy transaction, where geth computes with 64 bits for a `v` that has so many. */
function chainIdOf(v: bigint): bigint {
  return (v < 2n ** 64n ? BigInt.asUintN(64, v - 35n) : v - 35n) / 2n
}

function requireChain(actual: bigint, { chainId }: SigningRules): void {
  if (actual === BigInt(chainId)) return
  throw invalidSender(`invalid chain id for signer: have ${actual} want ${chainId}`)
}

/** @param message whose hash was signed */
function recover(message: Uint8Array, yParity: bigint, r: bigint, s: bigint): Hex {
  const isInRange = r >= 1n && r < CURVE_ORDER && s >= 1n && s <= S_MAX
  if (!isInRange || (yParity !== 0n && yParity !== 1n)) {
    throw invalidSender('invalid transaction v, r, s values')
  }
  const signature = { r: toMinimalBytes(r), s: toMinimalBytes(s), yParity: Number(yParity) }
  let publicKey: Uint8Array
  try {
    publicKey = recoverPublicKey(keccak256(message), signature)
  } catch {
    throw invalidSender('recovery failed')
  }
  return toHex(keccak256(publicKey).subarray(12))
}

function invalidSender(problem: string): PoolError {
  return new PoolError('INVALID_SENDER', `invalid sender: ${problem}`)
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length)
  joined.set(one)
  joined.set(other, one.length)
  return joined
}
