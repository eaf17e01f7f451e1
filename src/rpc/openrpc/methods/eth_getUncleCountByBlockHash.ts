import type { MethodDescription } from '../description.ts'
import { blockHash } from '../params/hash.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getUncleCountByBlockHash: MethodDescription = {
  summary: 'How many uncles a block of any branch has.',
  params: [blockHash],
  result: { name: 'uncleCount', schema: orNull(ref('Quantity')) },
}
