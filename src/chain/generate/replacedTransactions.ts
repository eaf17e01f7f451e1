import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { fromListItem } from '../encoding/listItem.ts'
import { senderAt } from '../encoding/senders.ts'
import { hashedTransactions } from '../encoding/transactionHashes.ts'
import type { ExecutableTransaction } from '../execution/executedTransactions.ts'
import type { BlockTreeReader } from '../store/tree.ts'
import { pathBetween } from '../store/treePath.ts'
import { type BlockKey, drawFor } from './plan.ts'
import type { ReplacedBranch } from './replacedBranch.ts'

/**
 * The transactions of a competing branch for the next block of a side branch: those of the competing blocks between the
 * fork and the height of the new block that the side branch does not contain yet. One in four is dropped for good; the
 * rest get an order of their own.
 *
 * @param parent last block of the side branch, or the block that it starts from
 * @param replaced the competing branch
 */
export function replacedTransactions(
  tree: BlockTreeReader,
  parent: SealedBlock,
  { replaces, removed: freed }: ReplacedBranch,
  key: BlockKey,
): ExecutableTransaction[] {
  if (replaces === undefined) return []
  const all = {
    isMain: (block: SealedBlock) => tree.isMain(block),
    byNumber: (number: number) => tree.byNumber(number),
    byHash: (hash: Hex) => tree.byHash(hash) ?? freed?.get(hash),
  }
  const { removed, added } = pathBetween(all, replaces, parent)
  const had = new Set(added.flatMap(hashedTransactions).map(({ hash }) => hash))
  const ranked: { transaction: ExecutableTransaction; rank: number }[] = []
  for (const block of [...removed].reverse()) {
    if (block.number > key.number) break
    for (const [index, { hash, item }] of hashedTransactions(block).entries()) {
      // The key has the transaction and not the block, so that a dropped transaction stays dropped.
      const random = drawFor({ ...key, number: 0 }, `replaced/${hash}`)
      if (had.has(hash) || random.chance(1, 4)) continue
      const transaction = { encoded: fromListItem(item), sender: senderAt(block, index) }
      ranked.push({ transaction, rank: random.uint32() })
    }
  }
  return ranked.sort((left, right) => left.rank - right.rank).map(({ transaction }) => transaction)
}
