import type { MethodDescription } from '../description.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getUncleCountByBlockNumber: MethodDescription = {
  summary: 'How many uncles a block has.',
  params: [blockParameter],
  result: { name: 'uncleCount', schema: orNull(ref('Quantity')) },
  gethErrors: ['UNKNOWN_BLOCK'],
}
