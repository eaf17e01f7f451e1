import type { MethodDescription } from '../description.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { nullSchema, ref } from '../schema.ts'

export const eth_getBlockByNumber: MethodDescription = {
  summary: 'A block by its height or tag.',
  params: [blockParameter, detailsFlag],
  result: { name: 'block', schema: { oneOf: [ref('Block'), ref('PendingBlock'), nullSchema] } },
  gethErrors: ['UNKNOWN_BLOCK'],
}
