import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockHash } from '../params/hash.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The number of transactions in a block of any branch.',
  params: [blockHash],
  result: { name: 'transactionCount', schema: orNull(ref('Quantity')) },
}
