import type { MethodDescription } from '../openrpc/description.ts'
import { nullSchema, ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'
import { detailsFlag } from '../params/detailsFlag.openrpc.ts'

export const description: MethodDescription = {
  summary: 'A block by its number or tag.',
  params: [blockParameter, detailsFlag],
  result: { name: 'block', schema: { oneOf: [ref('Block'), ref('PendingBlock'), nullSchema] } },
  gethErrors: ['UNKNOWN_BLOCK'],
}
