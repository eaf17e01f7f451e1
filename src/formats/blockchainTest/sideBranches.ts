import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { BlockTreeReader } from '../../chain/store/tree.ts'
import type { Hex } from '../../primitives/hex.ts'

/** A block of another branch that goes into a test, and the name of its branch. */
export interface NamedSideBlock {
  readonly block: SealedBlock
  readonly chainName: string
}

/**
 * Chooses the blocks of other branches that a test can hold and still end at the right head, whoever runs it, by number.
 * Each goes before the block of the main branch that has its number: a client that makes what it gets last its head
 * comes out right then.
 *
 * Left out are
 * - those that come to the total difficulty of the head: to who goes by that, the head would be theirs,
 * - those after the merge: they have no difficulty to lose by, and clients that take what comes first and clients that
 *   take what comes last would differ.
 *
 * What is built on a block that is left out is so, too: it has no less difficulty.
 */
export function chooseSideBlocks(
  tree: BlockTreeReader,
): ReadonlyMap<number, readonly NamedSideBlock[]> {
  const limit = tree.head.totalDifficulty
  const chosen = tree.sideBlocks.filter(
    (block) => block.totalDifficulty < limit && isProofOfWork(tree, block),
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

/** It has difficulty of its own. */
function isProofOfWork(
  tree: BlockTreeReader,
  { parentHash, totalDifficulty }: SealedBlock,
): boolean {
  const parent = tree.byHash(parentHash)
  return parent !== undefined && totalDifficulty > parent.totalDifficulty
}

/** A branch goes on with the first child of its last block; any other child begins one of its own. */
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
