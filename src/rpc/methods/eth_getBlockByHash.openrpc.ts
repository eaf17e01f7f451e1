import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { detailsFlag } from '../params/detailsFlag.openrpc.ts'
import { blockHash } from '../params/hash.openrpc.ts'

export const description: MethodDescription = {
  summary: 'A block of any branch by its hash.',
  params: [blockHash, detailsFlag],
  result: { name: 'block', schema: orNull(ref('Block')) },
}
