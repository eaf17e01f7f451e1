import { nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { tracePath } from '../params/tracePath.ts'
import { traceAtAnswer } from '../parityTraces.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** A trace of a transaction in Parity's format, by its address. */
export const trace_get = method({
  name: 'trace_get',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'A trace of a transaction of the canonical chain in the format of Parity, by its address.',
  params: [transactionHash, tracePath],
  result: { name: 'trace', schema: orNull(ref('LocatedTrace')) },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: ([transactionHash, path], context) => {
    const location = context.view.transactionByHash(transactionHash)
    return location === undefined ? nullAnswer : traceAtAnswer(context, location, path)
  },
})
