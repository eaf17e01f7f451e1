import { toMinimalBytes, withoutLeadingZeros } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { RlpItem } from '../../primitives/rlp.ts'
import { type Signature, sign } from '../../primitives/secp256k1.ts'
import { encodeTyped } from '../encoding/encodeTyped.ts'
import { fieldsByType, type TransactionFieldName } from '../encoding/transactionFields.ts'

type Bytes = Uint8Array

/** The fields that a sender signs. Undefined is written as no bytes: a contract creation has no recipient. */
export type FieldValues = Readonly<
  Partial<Record<TransactionFieldName, bigint | RlpItem | undefined>>
>

/** What a signature depends on in addition to the fields. */
export interface SigningTerms {
  readonly type: 0 | 1 | 2 | 3 | 4
  readonly chainId: bigint
  /** whether the signature of a transaction of type 0 is bound to the chain (EIP-155) */
  readonly replayProtected: boolean
}

interface SignedItems {
  /** all fields, with those of the signature at the end */
  readonly items: readonly RlpItem[]
  /** as in the transactions trie (EIP-2718) */
  readonly encoded: Bytes
  /** the field `v` */
  readonly v: bigint
  readonly signature: Signature
}

/**
 * Signs the fields of a transaction.
 *
 * @param privateKey 32 bytes
 */
export function signItems(
  values: FieldValues,
  terms: SigningTerms,
  privateKey: Bytes,
): SignedItems {
  const { type, chainId, replayProtected } = terms
  const unsigned = unsignedItems(values, type)
  const isProtected = type === 0 && replayProtected
  const preimage = isProtected ? [...unsigned, toMinimalBytes(chainId), NOTHING, NOTHING] : unsigned
  return addSignature(values, terms, sign(keccak256(encodeTyped(type, preimage)), privateKey))
}

/** Adds a signature to the fields of a transaction, whether or not it is valid. */
export function addSignature(
  values: FieldValues,
  { type, chainId, replayProtected }: SigningTerms,
  signature: Signature,
): SignedItems {
  const isProtected = type === 0 && replayProtected
  const v = BigInt(signature.yParity) + signatureOffset(type, isProtected, chainId)
  const items = [...unsignedItems(values, type), ...signatureItems(v, signature)]
  return { items, encoded: encodeTyped(type, items), v, signature }
}

function unsignedItems(values: FieldValues, type: SigningTerms['type']): RlpItem[] {
  return fieldsByType[type].map((name) => toItem(values[name]))
}

const NOTHING = new Uint8Array(0)

function toItem(value: bigint | RlpItem | undefined): RlpItem {
  if (typeof value === 'bigint') return toMinimalBytes(value)
  return value ?? NOTHING
}

/** `v`, `r` and `s` as RLP numbers: a leading zero byte would make the transaction invalid. */
export function signatureItems(v: bigint, { r, s }: Signature): Bytes[] {
  return [toMinimalBytes(v), withoutLeadingZeros(r), withoutLeadingZeros(s)]
}

/** The difference of `v` and the parity, which includes the chain id under EIP-155. */
function signatureOffset(type: number, isProtected: boolean, chainId: bigint): bigint {
  if (type !== 0) return 0n
  return isProtected ? 35n + 2n * chainId : 27n
}
