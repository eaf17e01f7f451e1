import type { MethodDescription } from '../description.ts'
import { blockHash } from '../params/hash.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getBlockTransactionCountByHash: MethodDescription = {
  summary: 'How many transactions a block of any branch has.',
  params: [blockHash],
  result: { name: 'transactionCount', schema: orNull(ref('Quantity')) },
}
