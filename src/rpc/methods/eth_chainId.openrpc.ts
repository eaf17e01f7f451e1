import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'The chain id that transactions are signed for.',
  params: [],
  result: { name: 'chainId', schema: ref('Quantity') },
}
