import type { MethodDescription } from '../openrpc/description.ts'
import { callObject } from '../params/callObject.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'
import { traceCallConfig, traceSchema } from '../params/traceConfig.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Runs a call on the state after a block, or before one of its transactions, and returns what a tracer observes.',
  params: [callObject, stateBlock, traceCallConfig],
  result: { name: 'trace', schema: traceSchema },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
}
