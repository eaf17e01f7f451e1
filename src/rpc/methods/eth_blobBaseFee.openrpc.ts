import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'The base fee per blob gas of the head, in wei; null before Cancun.',
  params: [],
  result: { name: 'blobBaseFee', schema: orNull(ref('Quantity')) },
}
