import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'How many other nodes it is connected to: none.',
  params: [],
  result: { name: 'peerCount', schema: ref('Quantity') },
}
