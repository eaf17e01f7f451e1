import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'A gas price with which a transaction is likely to be mined soon, in wei.',
  params: [],
  result: { name: 'gasPrice', schema: ref('Quantity') },
}
