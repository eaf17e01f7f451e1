import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The header of a block, by number or tag; null for pending.',
  params: [blockParameter],
  result: { name: 'header', schema: orNull(ref('Header')) },
}
