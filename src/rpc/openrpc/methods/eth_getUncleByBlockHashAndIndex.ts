import type { MethodDescription } from '../description.ts'
import { blockHash } from '../params/hash.ts'
import { uncleIndex } from '../params/indexPosition.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getUncleByBlockHashAndIndex: MethodDescription = {
  summary: 'An uncle by its place in a block of any branch.',
  params: [blockHash, uncleIndex],
  result: { name: 'uncle', schema: orNull(ref('Uncle')) },
}
