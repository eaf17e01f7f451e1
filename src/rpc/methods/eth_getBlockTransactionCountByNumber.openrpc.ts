import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The number of transactions in a block.',
  params: [blockParameter],
  result: { name: 'transactionCount', schema: orNull(ref('Quantity')) },
  gethErrors: ['UNKNOWN_BLOCK'],
}
