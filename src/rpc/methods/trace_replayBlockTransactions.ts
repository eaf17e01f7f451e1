import { method } from '../method.ts'
import { replayTypes } from '../params/replayTypes.ts'
import { tracedBlock } from '../params/stateBlock.ts'
import { parityBlock, replayAnswer } from '../parityTraces.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

/** Runs the transactions of a block again, and returns traces of each in Parity's format. */
export const trace_replayBlockTransactions = method({
  name: 'trace_replayBlockTransactions',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs the transactions of a block again, and returns traces of each in the format of Parity.',
  params: [tracedBlock, replayTypes],
  result: { name: 'transactions', schema: arrayOf(ref('ReplayedInBlock')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
  run: async ([parameter, types], context) => {
    const block = await parityBlock(context, parameter)
    return replayAnswer(context, block, { index: undefined, types })
  },
})
