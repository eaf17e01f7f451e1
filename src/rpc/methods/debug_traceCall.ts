import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { limitedCall } from '../callInput.ts'
import { requireParent, requireTracedBlock } from '../debugTraces.ts'
import { RequestError } from '../errors.ts'
import { answerLong } from '../longAnswers/answerLong.ts'
import { type MethodContext, method } from '../method.ts'
import { callObject } from '../params/callObject.ts'
import { type StateBlock, stateBlock } from '../params/stateBlock.ts'
import { defaultTraceConfig, traceCallConfig, traceSchema } from '../params/traceConfig.ts'
import { runCallAfter } from '../runCall.ts'

/** Runs a call on the state after a block, or before one of its transactions, and returns what a tracer observes (geth). */
export const debug_traceCall = method({
  name: 'debug_traceCall',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs a call on the state after a block, or before one of its transactions, and returns what a tracer observes.',
  params: [callObject, stateBlock, traceCallConfig],
  result: { name: 'trace', schema: traceSchema },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  run: async ([call, parameter = 'latest', options], context) => {
    const block = await blockOf(context, parameter)
    const index = options?.transactionIndex
    if (index !== undefined && block.number === 0) {
      throw new RequestError('SERVER_ERROR', 'no transaction in genesis')
    }
    const config = options ?? defaultTraceConfig
    const base = index === undefined ? block : requireParent(context, block)
    const request = {
      ...limitedCall(context, call),
      stateOverrides: options?.stateOverrides,
      blockOverrides: options?.blockOverrides,
      within: index === undefined ? undefined : { block: replayedBlock(block), index },
      tracer: config.tracer(),
      timeoutMs: config.timeoutMs(),
    }
    return answerLong(context, (limit) =>
      runCallAfter(context, base, 'traceCall', { ...request, ...limit }),
    )
  },
})

/** @throws {RequestError} */
function blockOf(
  context: MethodContext,
  parameter: StateBlock,
): SealedBlock | Promise<SealedBlock> {
  if (parameter === 'pending') {
    throw new RequestError('SERVER_ERROR', 'tracing on top of pending is not supported')
  }
  if (typeof parameter !== 'object') return requireTracedBlock(context, parameter)
  // As in geth, it does not matter whether the block is canonical.
  const block = context.view.blockByHash(parameter.blockHash)
  if (block !== undefined) return block
  throw new RequestError('UNKNOWN_BLOCK', `block ${parameter.blockHash} not found`)
}
