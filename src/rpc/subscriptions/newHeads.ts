import type { SealedBlock } from '../../chain/encoding/block.ts'
import { newHeadAnswer } from '../blockAnswers.ts'
import type { MethodContext } from '../method.ts'
import type { Feed } from './feed.ts'

/**
 * Sends the header of each new canonical block: after a reorg those of the whole new branch, and nothing for the old one
 * (geth, eth/filters/api.go).
 *
 * Result: the header, as geth sends it and Infura passes it on. It has the block's own fields and no `size`,
 * `totalDifficulty`, `transactions`, `uncles` or `withdrawals`. Fields of later forks are null in the dialect `geth`, as
 * in its core/types/gen_header_json.go, and absent in `infura`.
 */
export function newHeads(context: MethodContext): Feed {
  const of = (block: SealedBlock) => newHeadAnswer(context, block)
  return { name: 'newHeads', bytes: 0, removed: () => [], added: (block) => [of(block)], of }
}
