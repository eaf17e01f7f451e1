import type { MethodDescription } from '../description.ts'
import { ref } from '../schema.ts'

export const eth_chainId: MethodDescription = {
  summary: 'The chain id that transactions are signed for.',
  params: [],
  result: { name: 'chainId', schema: ref('Quantity') },
}
