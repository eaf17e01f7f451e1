import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import type { SealedBlock } from './block.ts'
import { fromListItem, type TransactionItem } from './listItem.ts'
import { recordedHashes } from './recordedHashes.ts'

type HashedBlock = Pick<SealedBlock, 'rlp' | 'recorded'>

/** A transaction as its block contains it, and its hash. */
export interface HashedTransaction {
  readonly hash: Hex
  readonly item: TransactionItem
}

/** The hashes of a block's transactions, in order. */
export function transactionHashes(block: HashedBlock): Hex[] {
  return hashedTransactions(block).map(({ hash }) => hash)
}

/** The transactions of a block, in order. */
export function hashedTransactions(block: HashedBlock): HashedTransaction[] {
  const [, items] = readRlp(block.rlp) as [unknown, TransactionItem[]]
  const recorded = recordedHashes(block)
  return items.map((item, index) => {
    return { hash: recorded?.[index] ?? toHex(keccak256(fromListItem(item))), item }
  })
}
