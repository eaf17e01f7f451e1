import { answerTraces, requireTracedBlock } from '../debugTraces.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { traceConfig, traceSchema } from '../params/traceConfig.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'

/** Runs the transactions of a canonical block again, and returns what a tracer observes (execution-apis, debug). */
export const debug_traceBlockByNumber = method({
  name: 'debug_traceBlockByNumber',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'Runs the transactions of a canonical block again, and returns what a tracer observes.',
  params: [blockParameter, traceConfig],
  result: {
    name: 'traces',
    schema: arrayOf(closedObject({ txHash: ref('Hash'), result: traceSchema })),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  run: async ([number, config], context) =>
    answerTraces(context, await requireTracedBlock(context, number), undefined, config),
})
