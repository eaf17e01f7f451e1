import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { poolOf } from '../sending/poolContent.ts'

/**
 * How many transactions were sent that no block has yet (geth).
 *
 * Result: object with `pending`, those that the next block can include, and `queued`, those that wait for others.
 */
export const txpool_status: Method = async (params, context) => {
  decodeArguments(params, [])
  let [pending, queued] = [0, 0]
  for (const content of (await poolOf(context))?.contents() ?? []) {
    pending += content.pending.length
    queued += content.queued.length
  }
  return encodeResult({ pending: toQuantity(pending), queued: toQuantity(queued) })
}
