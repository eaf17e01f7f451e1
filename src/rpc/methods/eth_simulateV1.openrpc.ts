import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { simulation } from '../params/simulation.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Simulates blocks of calls, which are not signed, on top of a block, without changing it.',
  params: [simulation, stateBlock],
  result: { name: 'blocks', schema: arrayOf(ref('SimulatedBlock')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CLIENT_LIMIT_EXCEEDED', 'CALL_FAILED'],
}
