import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { transactionHash } from '../params/hash.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The receipt of a transaction of the canonical chain, by its hash.',
  params: [transactionHash],
  result: { name: 'receipt', schema: orNull(ref('Receipt')) },
}
