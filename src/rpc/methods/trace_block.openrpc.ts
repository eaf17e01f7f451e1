import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { tracedBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'The traces of a block in the format of Parity: those of its transactions, and with proof of work the rewards.',
  params: [tracedBlock],
  result: { name: 'traces', schema: arrayOf(ref('LocatedTrace')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
}
