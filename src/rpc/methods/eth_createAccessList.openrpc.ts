import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, closedObject, ref } from '../openrpc/schema.ts'
import { callObject } from '../params/callObject.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'
import { stateOverrides } from '../params/stateOverrides.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The accounts and storage slots that a call on the state after a block accesses.',
  params: [callObject, stateBlock, stateOverrides],
  result: {
    name: 'accessList',
    schema: closedObject(
      { accessList: arrayOf(ref('AccessListEntry')), gasUsed: ref('Quantity', 'With the list.') },
      { error: { description: 'Why the call failed.', type: 'string' } },
    ),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
}
