import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { poolContent } from '../schemas/poolContent.ts'
import { ref } from '../schemas/schema.ts'
import { poolOf } from '../sending/poolContent.ts'

/** How many transactions were sent that no block has yet (geth). */
export const txpool_status = method({
  name: 'txpool_status',
  set: 'dev',
  does: 'reads',
  summary: 'How many transactions were sent that no block has yet.',
  params: [],
  result: { name: 'status', schema: poolContent(ref('Quantity')) },
  errors: [],
  run: async (_, context) => {
    let [pending, queued] = [0, 0]
    for (const content of (await poolOf(context))?.contents() ?? []) {
      pending += content.pending.length
      queued += content.queued.length
    }
    return encodeResult({ pending: toQuantity(pending), queued: toQuantity(queued) })
  },
})
