import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { estimateInput } from '../callInput.ts'
import { method } from '../method.ts'
import { blockOverrides } from '../params/blockOverrides.ts'
import { callObject } from '../params/callObject.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { stateOverrides } from '../params/stateOverrides.ts'
import { runCall } from '../runCall.ts'
import { ref } from '../schemas/schema.ts'

/**
 * The gas with which a call succeeds on the state after a block (EIP-1474): the same figure as geth's, which may be 1.5
 * percent too high.
 */
export const eth_estimateGas = method({
  name: 'eth_estimateGas',
  set: 'all',
  does: 'reads',
  faults: ['state', 'gasEstimate'],
  summary: 'The gas with which a call succeeds on the state after a block.',
  params: [callObject, stateBlock, stateOverrides, blockOverrides],
  result: { name: 'gas', schema: ref('Quantity') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([call, block, state, header], context) => {
    const input = estimateInput(context, call, state, header)
    const { estimatesExactly } = context.dialect.rules
    const after = block ?? (estimatesExactly ? 'pending' : 'latest')
    const gas = await runCall(context, after, 'estimateGas', input)
    return encodeResult(toQuantity(gas))
  },
})
