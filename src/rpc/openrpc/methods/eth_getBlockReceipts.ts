import type { MethodDescription } from '../description.ts'
import { receiptsBlock } from '../params/receiptsBlock.ts'
import { arrayOf, orNull, ref } from '../schema.ts'

export const eth_getBlockReceipts: MethodDescription = {
  summary: 'The receipts of all transactions of a block, in their order.',
  params: [receiptsBlock],
  result: { name: 'receipts', schema: orNull(arrayOf(ref('Receipt'))) },
  gethErrors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
