import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'The number of the head block.',
  params: [],
  result: { name: 'blockNumber', schema: ref('Quantity') },
}
