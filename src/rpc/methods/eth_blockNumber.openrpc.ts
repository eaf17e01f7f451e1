import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'The height of the head.',
  params: [],
  result: { name: 'blockNumber', schema: ref('Quantity') },
}
