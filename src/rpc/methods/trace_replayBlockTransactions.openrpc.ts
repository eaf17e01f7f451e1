import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { replayTypes } from '../params/replayTypes.openrpc.ts'
import { tracedBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Runs the transactions of a block again, and returns traces of each in the format of Parity.',
  params: [tracedBlock, replayTypes],
  result: { name: 'transactions', schema: arrayOf(ref('ReplayedInBlock')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
}
