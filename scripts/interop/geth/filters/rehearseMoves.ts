import type { Chain } from '../../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../../src/chain/encoding/block.ts'
import { pathBetween } from '../../../../src/chain/store/treePath.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import type { ServedEndpoint } from '../../../../src/server/servedEndpoint.ts'

/** A move, by which any endpoint with the same head gets the same new head. */
export interface RehearsedMove {
  readonly name: string
  /** requires that the endpoint has a snapshot of the first head and of the head after each move */
  perform(endpoint: ServedEndpoint): Promise<unknown>
  /** the head after it */
  readonly head: SealedBlock
  /** blocks that it removes, newest first, and adds, oldest first */
  readonly removed: readonly SealedBlock[]
  readonly added: readonly SealedBlock[]
}

/** The most blocks that a move removes or adds. */
const BLOCKS_MAX = 6

/**
 * Draws moves, and performs them at an endpoint, so that all their blocks exist. Each leads to another branch or adds
 * blocks: geth's consensus client cannot move the head back to an ancestor.
 */
export async function rehearseMoves(
  chain: Chain,
  endpoint: ServedEndpoint,
  count: number,
  random: Random,
): Promise<RehearsedMove[]> {
  const { tree } = chain
  const headOf = () => tree.byHash(endpoint.head.hash) as SealedBlock
  const moves: RehearsedMove[] = []
  const heads = [headOf()]
  await endpoint.snapshot()
  while (moves.length < count) {
    const before = headOf()
    const move = drawMove(random, before.number, heads.length)
    if (move.returnsTo !== undefined) {
      const { added } = pathBetween(tree, before, heads[move.returnsTo - 1] as SealedBlock)
      if (added.length === 0) continue
    }
    await move.perform(endpoint)
    await endpoint.snapshot()
    const head = headOf()
    heads.push(head)
    moves.push({ ...move, head, ...pathBetween(tree, before, head) })
  }
  return moves
}

interface DrawnMove extends Pick<RehearsedMove, 'name' | 'perform'> {
  /** the id of a snapshot */
  readonly returnsTo?: number
}

function drawMove(random: Random, removable: number, snapshots: number): DrawnMove {
  const depth = random.between(1, Math.min(removable, BLOCKS_MAX))
  const length = random.between(1, BLOCKS_MAX)
  switch (random.below(4)) {
    case 0:
      return { name: `mine ${length}`, perform: (endpoint) => endpoint.mine(length) }
    case 1: {
      const returnsTo = random.between(1, snapshots)
      return {
        name: `return to ${returnsTo}`,
        perform: (endpoint) => endpoint.revert(returnsTo),
        returnsTo,
      }
    }
    default: {
      const options = { depth, length, force: true }
      return { name: `reorg ${depth} ${length}`, perform: (endpoint) => endpoint.reorg(options) }
    }
  }
}
