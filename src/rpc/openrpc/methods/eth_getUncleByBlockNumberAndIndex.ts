import type { MethodDescription } from '../description.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { uncleIndex } from '../params/indexPosition.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getUncleByBlockNumberAndIndex: MethodDescription = {
  summary: 'An uncle by its place in a block.',
  params: [blockParameter, uncleIndex],
  result: { name: 'uncle', schema: orNull(ref('Uncle')) },
  gethErrors: ['UNKNOWN_BLOCK'],
}
