import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { transactionHash } from '../params/hash.openrpc.ts'

export const description: MethodDescription = {
  summary: 'What a transaction of the canonical chain left behind.',
  params: [transactionHash],
  result: { name: 'receipt', schema: orNull(ref('Receipt')) },
}
