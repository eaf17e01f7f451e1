import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ChildBlocks, ChildOptions } from '../chain/generate/childBlocks.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'

/** The maximum number of blocks in one move; also the maximum of a `ChainSpec`. */
export const BLOCKS_MAX = 1_000_000

/** Selects a child of a block. */
export type WantedAt = (index: number, parent: SealedBlock) => ChildOptions

/**
 * Returns the blocks that follow a block, and makes those that do not exist.
 *
 * @param wantedAt options of each child, by index from 0 and by parent
 * @param reach called with each block, which it must keep until the next call: the block may be on a branch that the head has
 *   left, which others may free at any time
 * @param pause called after each block that is made or executed again; throws or rejects to abort
 * @throws {ReadOnlyChainError} if a block is missing and the chain cannot be extended
 * @throws {BlockMisuseError} if a block is not possible at its requested time
 */
export async function advance(
  children: ChildBlocks,
  from: SealedBlock,
  count: number,
  wantedAt: WantedAt,
  reach: (block: SealedBlock) => void,
  pause: Pause,
): Promise<readonly SealedBlock[]> {
  const blocks: SealedBlock[] = []
  let at = from
  for (let index = 0; index < count; index++) {
    const wanted = wantedAt(index, at)
    at = children.existing(at, wanted) ?? (await children.child(at, wanted, pause, reach))
    reach(at)
    const turn = pause()
    if (turn !== undefined) await turn
    blocks.push(at)
  }
  return blocks
}
