import type { MethodDescription } from '../openrpc/description.ts'
import { poolContent } from '../openrpc/poolContent.ts'
import { ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'How many transactions were sent that no block has yet.',
  params: [],
  result: { name: 'status', schema: poolContent(ref('Quantity')) },
  errors: [],
}
