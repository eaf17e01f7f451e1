import { encodeRlp } from '../../primitives/rlp.ts'

/** A transaction as a block's RLP holds it: a list where it is legacy, else bytes (EIP-2718). */
export type TransactionItem = Uint8Array | Uint8Array[]

/**
 * An encoded transaction or receipt as it stands in an RLP list: a legacy one is a list already, a typed one is put in
 * as a byte string.
 */
export function toListItem(encoded: Uint8Array): Uint8Array {
  const isLegacy = (encoded[0] as number) >= 0xc0
  return isLegacy ? encoded : encodeRlp(encoded)
}

/** What `toListItem` was given, once the list is decoded: the transaction as its trie holds it, and as it is hashed. */
export function fromListItem(item: TransactionItem): Uint8Array {
  return item instanceof Uint8Array ? item : encodeRlp(item)
}
