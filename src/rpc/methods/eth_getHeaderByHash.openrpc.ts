import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockHash } from '../params/hash.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The header of a block of any branch.',
  params: [blockHash],
  result: { name: 'header', schema: orNull(ref('Header')) },
}
