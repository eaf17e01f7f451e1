import { method } from '../method.ts'
import { callObject } from '../params/callObject.ts'
import { replayTypes } from '../params/replayTypes.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { callTraceAnswer } from '../parityTraces.ts'
import { ref } from '../schemas/schema.ts'

/** Runs a call on the state after a block, and returns traces of it in Parity's format. */
export const trace_call = method({
  name: 'trace_call',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs a call on the state after a block, and returns traces of it in the format of Parity.',
  params: [callObject, replayTypes, stateBlock],
  result: { name: 'call', schema: ref('ReplayedTransaction') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
  run: async ([call, types, block], context) => callTraceAnswer(context, block, [{ call, types }]),
})
