import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, orNull, ref } from '../openrpc/schema.ts'
import { receiptsBlock } from '../params/receiptsBlock.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The receipts of all transactions of a block, in block order.',
  params: [receiptsBlock],
  result: { name: 'receipts', schema: orNull(arrayOf(ref('Receipt'))) },
  gethErrors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
