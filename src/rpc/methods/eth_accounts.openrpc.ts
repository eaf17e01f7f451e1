import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'The accounts that the service signs for: none unless it is in development mode.',
  params: [],
  result: { name: 'accounts', schema: arrayOf(ref('Address')) },
}
