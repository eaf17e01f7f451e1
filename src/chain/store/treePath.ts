import type { SealedBlock } from '../encoding/block.ts'
import type { BlockTreeReader } from './tree.ts'

type Tree = Pick<BlockTreeReader, 'byNumber' | 'byHash' | 'isMain'>

/** The blocks that a head leaves, and those that it adopts, when it moves from one block to another. */
export interface TreePath {
  /** newest first */
  readonly removed: readonly SealedBlock[]
  /** oldest first */
  readonly added: readonly SealedBlock[]
}

/** The parent of a block; undefined for the first block of the tree. */
export function parentOf(tree: Tree, block: SealedBlock): SealedBlock | undefined {
  // On the main branch, use the number: a chain that was loaded broken may have wrong parent hashes.
  return tree.isMain(block) ? tree.byNumber(block.number - 1) : tree.byHash(block.parentHash)
}

/** The path from one block to another via their last common ancestor. */
export function pathBetween(tree: Tree, from: SealedBlock, to: SealedBlock): TreePath {
  const steps = findPath(tree, from, to)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same in steps of one block, for paths that may be long. */
export function* findPath(
  tree: Tree,
  from: SealedBlock,
  to: SealedBlock,
): Generator<undefined, TreePath> {
  const removed: SealedBlock[] = []
  const added: SealedBlock[] = []
  let back: SealedBlock | undefined = from
  let forth: SealedBlock | undefined = to
  while (back !== undefined || forth !== undefined) {
    if (isSame(back, forth)) break
    const backNumber = back?.number ?? -1
    const forthNumber = forth?.number ?? -1
    if (back !== undefined && backNumber >= forthNumber) {
      removed.push(back)
      back = parentOf(tree, back)
    }
    if (forth !== undefined && forthNumber >= backNumber) {
      added.push(forth)
      forth = parentOf(tree, forth)
    }
    yield
  }
  return { removed, added: added.reverse() }
}

function isSame(one: SealedBlock | undefined, other: SealedBlock | undefined): boolean {
  return one?.hash === other?.hash && one?.number === other?.number
}
