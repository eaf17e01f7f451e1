import type { MethodDescription } from '../description.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getBlockTransactionCountByNumber: MethodDescription = {
  summary: 'How many transactions a block has.',
  params: [blockParameter],
  result: { name: 'transactionCount', schema: orNull(ref('Quantity')) },
  gethErrors: ['UNKNOWN_BLOCK'],
}
