import { answerTraces } from '../debugTraces.ts'
import { RequestError } from '../errors.ts'
import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { traceConfig, traceSchema } from '../params/traceConfig.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'

/** Runs the transactions of a block of any branch again, and returns what a tracer observes (execution-apis, debug). */
export const debug_traceBlockByHash = method({
  name: 'debug_traceBlockByHash',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs the transactions of a block of any branch again, and returns what a tracer observes.',
  params: [blockHash, traceConfig],
  result: {
    name: 'traces',
    schema: arrayOf(closedObject({ txHash: ref('Hash'), result: traceSchema })),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  run: ([blockHash, config], context) => {
    const block = context.view.blockByHash(blockHash)
    if (block === undefined) {
      throw new RequestError('UNKNOWN_BLOCK', `block ${blockHash} not found`)
    }
    return answerTraces(context, block, undefined, config)
  },
})
