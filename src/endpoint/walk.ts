import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ChildOptions, Growth } from '../chain/generate/growth.ts'

/** The most blocks that one move goes over: as many as a `ChainSpec` may ask for. */
export const BLOCKS_MAX = 1_000_000

/**
 * To be called between two blocks of a move: gives a promise to wait for where others are to have their turn, and throws
 * where the move is not wanted any more. The endpoint is then as it was before.
 */
export type Pause = () => Promise<void> | undefined

/**
 * The blocks that follow a block, which are made where they do not exist.
 *
 * @param wantedAt which child each is, from 0
 * @param pause called after each block that is made, or run once more for it; throws, or rejects, where no more are
 *   wanted
 * @throws {ReadOnlyChainError} where one is not there, and the chain cannot be built on
 * @throws {BlockMisuseError} where one cannot come at the time that is wanted
 */
export async function walk(
  growth: Growth,
  from: SealedBlock,
  count: number,
  wantedAt: (index: number) => ChildOptions,
  pause: Pause,
): Promise<readonly SealedBlock[]> {
  const blocks: SealedBlock[] = []
  let at = from
  for (let index = 0; index < count; index++) {
    const wanted = wantedAt(index)
    at = growth.existing(at, wanted) ?? (await growth.child(at, wanted, pause))
    const turn = pause()
    if (turn !== undefined) await turn
    blocks.push(at)
  }
  return blocks
}
