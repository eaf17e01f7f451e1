import type { SealedBlock } from '../chain/encoding/block.ts'
import { hashedTransactions } from '../chain/encoding/transactionHashes.ts'
import type { Hex } from '../primitives/hex.ts'

/** The index of the tree knows the main branch alone; endpoints on another share what was read of its blocks. */
const read = new WeakMap<SealedBlock, ReadonlyMap<Hex, number>>()

/** The indexes of a block's transactions in it, from 0, by their hashes. */
export function indexesInBlock(block: SealedBlock): ReadonlyMap<Hex, number> {
  const known = read.get(block)
  if (known !== undefined) return known
  const indexes = new Map(hashedTransactions(block).map(({ hash }, index) => [hash, index]))
  read.set(block, indexes)
  return indexes
}
