import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockHash } from '../params/hash.openrpc.ts'
import { uncleIndex } from '../params/indexPosition.openrpc.ts'

export const description: MethodDescription = {
  summary: 'An uncle by its index in a block of any branch.',
  params: [blockHash, uncleIndex],
  result: { name: 'uncle', schema: orNull(ref('Uncle')) },
}
