import type { SealedBlock } from '../encoding/block.ts'
import type { TransactionItem } from '../encoding/listItem.ts'
import { hashedTransactions } from '../encoding/transactionHashes.ts'
import type { BlockTree } from '../store/tree.ts'
import { pathBetween } from '../store/treePath.ts'
import { type BlockKey, drawFor } from './plan.ts'

/**
 * The transactions that a side branch stands in for and has not had yet: those of the blocks which another branch has
 * above the fork, up to the height of the block to be built. One in four is dropped for good; the rest come in an order
 * of their own.
 *
 * @param parent last block of the side branch, or the block that it begins on
 * @param replaces last block of the other branch
 */
export function replacedTransactions(
  tree: BlockTree,
  parent: SealedBlock,
  replaces: SealedBlock,
  key: BlockKey,
): TransactionItem[] {
  const { removed, added } = pathBetween(tree, replaces, parent)
  const had = new Set(added.flatMap(hashedTransactions).map(({ hash }) => hash))
  const ranked: { item: TransactionItem; rank: number }[] = []
  for (const block of [...removed].reverse()) {
    if (block.number > key.number) break
    for (const { hash, item } of hashedTransactions(block)) {
      // Keyed by the transaction and not by the block: what is dropped once stays so.
      const random = drawFor({ ...key, number: 0 }, `replaced/${hash}`)
      if (!had.has(hash) && !random.chance(1, 4)) ranked.push({ item, rank: random.uint32() })
    }
  }
  return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item)
}
