import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { BlockTreeReader } from '../../chain/store/tree.ts'
import type { Hex } from '../../primitives/hex.ts'
import { isRegular } from '../requireRegular.ts'

/** A block of another branch that is part of a test, and the name of its branch. */
export interface NamedSideBlock {
  readonly block: SealedBlock
  readonly chainName: string
}

/**
 * Chooses the blocks of other branches that a test can contain so that every client still ends at the right head, by
 * number. Each is written before the block of the main branch of its number, for clients whose head is the last block
 * that they receive.
 *
 * Omitted are
 * - blocks with at least the total difficulty of the head: clients that compare it would choose them,
 * - blocks after the merge: without difficulty, some clients choose the first block that they receive, others the last,
 * - blocks that other nodes would not accept,
 * - blocks above the head: they would have to be written after it.
 *
 * The descendants of an omitted block are omitted, too: their total difficulty is no lower.
 */
export function chooseSideBlocks(
  tree: BlockTreeReader,
): ReadonlyMap<number, readonly NamedSideBlock[]> {
  const limit = tree.head.totalDifficulty
  const chosen = tree.sideBlocks.filter(
    (block) =>
      block.number <= tree.head.number &&
      block.totalDifficulty < limit &&
      isRegular(block) &&
      isProofOfWork(tree, block),
  )
  const names = nameBranches(chosen)
  const byNumber = new Map<number, NamedSideBlock[]>()
  for (const block of chosen) {
    const blocks = byNumber.get(block.number) ?? []
    byNumber.set(block.number, blocks)
    blocks.push({ block, chainName: names.get(block.hash) as string })
  }
  return byNumber
}

/** Whether the block has difficulty. */
function isProofOfWork(
  tree: BlockTreeReader,
  { parentHash, totalDifficulty }: SealedBlock,
): boolean {
  const parent = tree.byHash(parentHash)
  return parent !== undefined && totalDifficulty > parent.totalDifficulty
}

/** The first child of a block continues its branch; any other child starts a new one. */
function nameBranches(blocks: readonly SealedBlock[]): ReadonlyMap<Hex, string> {
  const names = new Map<Hex, string>()
  const continued = new Set<Hex>()
  let branches = 0
  for (const { hash, parentHash } of blocks) {
    const name = continued.has(parentHash) ? undefined : names.get(parentHash)
    continued.add(parentHash)
    if (name === undefined) branches++
    names.set(hash, name ?? `side-${branches}`)
  }
  return names
}
