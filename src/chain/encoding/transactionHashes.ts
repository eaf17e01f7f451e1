import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import type { SealedBlock } from './block.ts'
import { fromListItem, type TransactionItem } from './listItem.ts'

/** A transaction as its block contains it, and its hash. */
export interface HashedTransaction {
  readonly hash: Hex
  readonly item: TransactionItem
}

/** The hashes of a block's transactions, in order. */
export function transactionHashes(block: Pick<SealedBlock, 'rlp'>): Hex[] {
  return hashedTransactions(block).map(({ hash }) => hash)
}

/** The transactions of a block, in order. */
export function hashedTransactions({ rlp }: Pick<SealedBlock, 'rlp'>): HashedTransaction[] {
  const [, items] = readRlp(rlp) as [unknown, TransactionItem[]]
  return items.map((item) => ({ hash: toHex(keccak256(fromListItem(item))), item }))
}
