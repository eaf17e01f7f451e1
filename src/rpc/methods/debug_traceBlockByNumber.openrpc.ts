import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, closedObject, ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'
import { traceConfig, traceSchema } from '../params/traceConfig.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Runs the transactions of a canonical block again, and returns what a tracer observes.',
  params: [blockParameter, traceConfig],
  result: {
    name: 'traces',
    schema: arrayOf(closedObject({ txHash: ref('Hash'), result: traceSchema })),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
}
