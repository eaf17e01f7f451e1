import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { uncleHashes } from '../encoding/uncleHashes.ts'
import { UNCLE_DEPTH_MAX, UNCLES_MAX } from '../protocol/uncles.ts'
import type { BlockTreeReader } from '../store/tree.ts'

/**
 * Why a block must not be an uncle of a child of `parent` (Yellow Paper, Berlin version, 11.1); undefined if it may.
 *
 * @param chosen hashes of the uncles that the child already has
 */
export function uncleProblem(
  tree: BlockTreeReader,
  parent: SealedBlock,
  chosen: readonly Hex[],
  uncle: Pick<SealedBlock, 'number' | 'hash' | 'parentHash'>,
): string | undefined {
  const number = parent.number + 1
  if (chosen.length === UNCLES_MAX) return 'a block has at most two uncles'
  if (chosen.includes(uncle.hash)) return `the block already includes uncle ${uncle.hash}`
  const depth = number - uncle.number
  if (depth < 1 || depth > UNCLE_DEPTH_MAX) {
    return `uncle ${uncle.hash} is block ${uncle.number}, and must be 1 to ${UNCLE_DEPTH_MAX} generations back`
  }
  const ancestors = ancestorsOf(tree, parent)
  if (ancestors.some(({ hash }) => hash === uncle.hash)) {
    return `block ${uncle.hash} is an ancestor, not an uncle`
  }
  if (!ancestors.some(({ hash }) => hash === uncle.parentHash)) {
    return `the parent of uncle ${uncle.hash} is not an ancestor of the block`
  }
  if (ancestors.some((ancestor) => uncleHashes(ancestor).includes(uncle.hash))) {
    return `uncle ${uncle.hash} was included before`
  }
  return undefined
}

/** The parent and as many of its ancestors as the rules look at. */
function ancestorsOf(tree: BlockTreeReader, parent: SealedBlock): SealedBlock[] {
  const ancestors = [parent]
  for (
    let ancestor = tree.byHash(parent.parentHash);
    ancestor !== undefined;
    ancestor = tree.byHash(ancestor.parentHash)
  ) {
    if (ancestors.length > UNCLE_DEPTH_MAX) break
    ancestors.push(ancestor)
  }
  return ancestors
}
