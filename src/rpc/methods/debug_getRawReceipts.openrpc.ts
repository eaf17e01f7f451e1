import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, orNull, ref } from '../openrpc/schema.ts'
import { requiredStateBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The receipts of a block in their binary encoding (EIP-2718).',
  params: [requiredStateBlock],
  result: { name: 'receipts', schema: orNull(arrayOf(ref('Bytes'))) },
  errors: ['UNKNOWN_BLOCK'],
}
