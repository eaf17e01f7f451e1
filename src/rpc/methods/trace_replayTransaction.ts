import { RequestError } from '../errors.ts'
import { method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { replayTypes } from '../params/replayTypes.ts'
import { replayAnswer } from '../parityTraces.ts'
import { ref } from '../schemas/schema.ts'

/** Runs a transaction again, and returns traces of it in Parity's format. */
export const trace_replayTransaction = method({
  name: 'trace_replayTransaction',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs a transaction of the canonical chain again, and returns traces of it in the format of Parity.',
  params: [transactionHash, replayTypes],
  result: { name: 'transaction', schema: ref('ReplayedTransaction') },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: ([transactionHash, types], context) => {
    const location = context.view.transactionByHash(transactionHash)
    if (location === undefined) throw new RequestError('SERVER_ERROR', 'transaction not found')
    return replayAnswer(context, location.block, { index: location.index, types })
  },
})
