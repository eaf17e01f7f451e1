import type { MethodDescription } from '../openrpc/description.ts'
import { transactionHash } from '../params/hash.openrpc.ts'
import { traceConfig, traceSchema } from '../params/traceConfig.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Runs a transaction of the canonical chain again, and returns what a tracer observes.',
  params: [transactionHash, traceConfig],
  result: { name: 'trace', schema: traceSchema },
  errors: ['SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
}
