import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp, isRlpList } from '../../primitives/rlp.ts'

/** A transaction in a block's RLP: a list if it is legacy, otherwise bytes (EIP-2718). */
export type TransactionItem = Uint8Array | Uint8Array[]

/**
 * Encodes a transaction or receipt as an item of an RLP list: a legacy one is a list already, a typed one becomes a
 * byte string.
 */
export function toListItem(encoded: Uint8Array): Uint8Array {
  return isRlpList(encoded) ? encoded : encodeRlp(encoded)
}

/** The inverse of `toListItem` for a decoded list: the bytes that are hashed and stored in the transactions trie. */
export function fromListItem(item: TransactionItem): Uint8Array {
  return item instanceof Uint8Array ? item : encodeRlp(item)
}

/** The inverse of `fromListItem`. */
export function toTransactionItem(encoded: Uint8Array): TransactionItem {
  return isRlpList(encoded) ? (readRlp(encoded) as Uint8Array[]) : encoded
}
