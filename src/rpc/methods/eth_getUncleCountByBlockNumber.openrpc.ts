import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The number of uncles of a block.',
  params: [blockParameter],
  result: { name: 'uncleCount', schema: orNull(ref('Quantity')) },
  gethErrors: ['UNKNOWN_BLOCK'],
}
