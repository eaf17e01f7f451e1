import { encodeResult } from '../answer.ts'
import { answerTraces } from '../debugTraces.ts'
import { errorsOf } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import { method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { traceConfig, traceSchema } from '../params/traceConfig.ts'

/** Runs a transaction of the canonical chain again, and returns what a tracer observes (execution-apis, debug). */
export const debug_traceTransaction = method({
  name: 'debug_traceTransaction',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'Runs a transaction of the canonical chain again, and returns what a tracer observes.',
  params: [transactionHash, traceConfig],
  result: { name: 'trace', schema: traceSchema },
  errors: ['SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  run: ([transactionHash, config], context) => {
    const location = context.view.transactionByHash(transactionHash)
    if (location === undefined) {
      const { unknownTrace } = errorsOf(context.dialect.name)
      if (unknownTrace !== undefined) return encodeResult(unknownTrace)
      throw new RequestError('SERVER_ERROR', 'transaction not found')
    }
    return answerTraces(context, location.block, location.index, config)
  },
})
