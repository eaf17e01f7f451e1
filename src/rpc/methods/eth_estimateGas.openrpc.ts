import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { blockOverrides } from '../params/blockOverrides.openrpc.ts'
import { callObject } from '../params/callObject.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'
import { stateOverrides } from '../params/stateOverrides.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The gas with which a call succeeds on the state after a block.',
  params: [callObject, stateBlock, stateOverrides, blockOverrides],
  result: { name: 'gas', schema: ref('Quantity') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
}
