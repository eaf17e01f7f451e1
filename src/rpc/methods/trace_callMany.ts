import { method } from '../method.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { tracedCalls } from '../params/tracedCalls.ts'
import { callTracesAnswer } from '../parityTraces.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

/** Runs calls one after the other on the state after a block, and returns traces of each in Parity's format. */
export const trace_callMany = method({
  name: 'trace_callMany',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs calls one after the other on the state after a block, and returns traces of each in the format of Parity.',
  params: [tracedCalls, stateBlock],
  result: { name: 'calls', schema: arrayOf(ref('ReplayedTransaction')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
  run: async ([calls, block], context) => callTracesAnswer(context, block, calls),
})
