import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Answer } from '../answer.ts'
import type { MethodContext } from '../method.ts'
import type { Feed } from './feed.ts'

/**
 * Notifies of each block that is new on the canonical chain: after a reorg all of the new branch, and nothing of what was
 * left (geth, eth/filters/api.go).
 *
 * Result: the header, as geth sends it and Infura passes it on. It has the block's own fields and no `size`,
 * `totalDifficulty`, `transactions`, `uncles` or `withdrawals`. Fields of forks to come are null in the dialect `geth`,
 * as in its core/types/gen_header_json.go, and absent in `infura`.
 */
export function newHeads({ dialect, answers }: MethodContext): Feed {
  const of = (block: SealedBlock): Answer =>
    answers.answer(block, dialect, 'header', (view) => view.header())
  return { name: 'newHeads', bytes: 0, removed: () => [], added: (block) => [of(block)], of }
}
