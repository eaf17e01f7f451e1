import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import type { SealedBlock } from './block.ts'
import { fromListItem, type TransactionItem } from './listItem.ts'
import { type BlockKey, drawFor } from './plan.ts'
import type { BlockTree } from './tree.ts'

/**
 * The transactions of the main branch that a side branch has not had yet: those of the blocks that it stands in for, up
 * to the height of the block to be built. One in four is dropped for good; the rest come in an order of their own.
 *
 * @param parent last block of the side branch, or the block of the main branch that it begins on
 */
export function replacedTransactions(
  tree: BlockTree,
  parent: SealedBlock,
  key: BlockKey,
): TransactionItem[] {
  const had = new Set<Hex>()
  let at: SealedBlock | undefined = parent
  while (at !== undefined && !tree.isMain(at)) {
    for (const item of transactionItems(at)) had.add(hashOf(item))
    at = tree.byHash(at.parentHash)
  }
  const ranked: { item: TransactionItem; rank: number }[] = []
  for (let number = (at?.number ?? 0) + 1; number <= key.number; number++) {
    const block = tree.byNumber(number)
    for (const item of block ? transactionItems(block) : []) {
      const hash = hashOf(item)
      // Keyed by the transaction and not by the block: what is dropped once stays so.
      const random = drawFor({ ...key, number: 0 }, `replaced/${hash}`)
      if (!had.has(hash) && !random.chance(1, 4)) ranked.push({ item, rank: random.uint32() })
    }
  }
  return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item)
}

function transactionItems(block: SealedBlock): TransactionItem[] {
  const [, items] = RLP.decode(block.rlp) as [unknown, TransactionItem[]]
  return items
}

function hashOf(item: TransactionItem): Hex {
  return toHex(keccak256(fromListItem(item)))
}
