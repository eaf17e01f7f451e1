import { nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { tracesAnswer } from '../parityTraces.ts'
import { arrayOf, orNull, ref } from '../schemas/schema.ts'

/** The traces of a transaction in Parity's format. */
export const trace_transaction = method({
  name: 'trace_transaction',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The traces of a transaction of the canonical chain in the format of Parity.',
  params: [transactionHash],
  result: { name: 'traces', schema: orNull(arrayOf(ref('LocatedTrace'))) },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: ([transactionHash], context) => {
    const location = context.view.transactionByHash(transactionHash)
    return location === undefined
      ? nullAnswer
      : tracesAnswer(context, location.block, location.index)
  },
})
