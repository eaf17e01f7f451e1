import type { ViewedChain } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'

/**
 * The parent of a block, on whose state its transactions run; that of a fork's pinned block is one of the network.
 *
 * @returns undefined if the chain begins with the block
 * @throws {Miss}
 */
export function parentBlock(
  { tree, earlier }: Pick<ViewedChain, 'tree' | 'earlier'>,
  { number, parentHash }: SealedBlock,
): SealedBlock | undefined {
  // Not by a view, which may have another block in place of each because of a fault.
  return number > tree.first.number ? tree.byHash(parentHash) : earlier?.byHash(parentHash)
}
