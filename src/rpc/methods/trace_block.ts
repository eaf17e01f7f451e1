import { method } from '../method.ts'
import { tracedBlock } from '../params/stateBlock.ts'
import { parityBlock, tracesAnswer } from '../parityTraces.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

/** The traces of a block in Parity's format: those of its transactions, and with proof of work the rewards. */
export const trace_block = method({
  name: 'trace_block',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'The traces of a block in the format of Parity: those of its transactions, and with proof of work the rewards.',
  params: [tracedBlock],
  result: { name: 'traces', schema: arrayOf(ref('LocatedTrace')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
  run: async ([parameter], context) =>
    tracesAnswer(context, await parityBlock(context, parameter), undefined),
})
