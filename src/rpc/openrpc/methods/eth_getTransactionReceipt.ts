import type { MethodDescription } from '../description.ts'
import { transactionHash } from '../params/hash.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getTransactionReceipt: MethodDescription = {
  summary: 'What a transaction of the canonical chain left behind.',
  params: [transactionHash],
  result: { name: 'receipt', schema: orNull(ref('Receipt')) },
}
