import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'The base fee per gas of the next block, in wei; null before London.',
  params: [],
  result: { name: 'baseFee', schema: orNull(ref('Quantity')) },
}
