import type { MethodDescription } from '../description.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { blockHash } from '../params/hash.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getBlockByHash: MethodDescription = {
  summary: 'A block of any branch by its hash.',
  params: [blockHash, detailsFlag],
  result: { name: 'block', schema: orNull(ref('Block')) },
}
