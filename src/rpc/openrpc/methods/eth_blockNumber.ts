import type { MethodDescription } from '../description.ts'
import { ref } from '../schema.ts'

export const eth_blockNumber: MethodDescription = {
  summary: 'The height of the head.',
  params: [],
  result: { name: 'blockNumber', schema: ref('Quantity') },
}
