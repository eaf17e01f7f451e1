import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { requiredStateBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The RLP of a block.',
  params: [requiredStateBlock],
  result: { name: 'block', schema: ref('Bytes', 'Empty for a number above the head.') },
  errors: ['UNKNOWN_BLOCK'],
}
