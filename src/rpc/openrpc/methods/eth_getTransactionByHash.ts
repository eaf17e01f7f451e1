import type { MethodDescription } from '../description.ts'
import { transactionHash } from '../params/hash.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getTransactionByHash: MethodDescription = {
  summary: 'A transaction of the canonical chain by its hash.',
  params: [transactionHash],
  result: { name: 'transaction', schema: orNull(ref('Transaction')) },
}
