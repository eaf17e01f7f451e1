import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'
import { uncleIndex } from '../params/indexPosition.openrpc.ts'

export const description: MethodDescription = {
  summary: 'An uncle by its index in a block.',
  params: [blockParameter, uncleIndex],
  result: { name: 'uncle', schema: orNull(ref('Uncle')) },
  gethErrors: ['UNKNOWN_BLOCK'],
}
