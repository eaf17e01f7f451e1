import { encodeResultBytes } from '../answer.ts'
import { callInput } from '../callInput.ts'
import { method } from '../method.ts'
import { blockOverrides } from '../params/blockOverrides.ts'
import { callObject } from '../params/callObject.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { stateOverrides } from '../params/stateOverrides.ts'
import { runCall } from '../runCall.ts'
import { ref } from '../schemas/schema.ts'

/** Runs a call on the state after a block, and returns its output (EIP-1474). Nothing is changed. */
export const eth_call = method({
  name: 'eth_call',
  set: 'all',
  does: 'reads',
  faults: ['state', 'callResult'],
  summary:
    'Runs a call on the state after a block, without changing it, and returns what it returns.',
  params: [callObject, stateBlock, stateOverrides, blockOverrides],
  result: { name: 'output', schema: ref('Bytes') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([call, block, state, header], context) => {
    const input = callInput(context, call, state, header)
    const { bytesMax } = context.service.logLimits
    const json = await runCall(context, block, 'call', { ...input, bytesMax })
    return encodeResultBytes(json)
  },
})
