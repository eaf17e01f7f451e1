import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, orNull, ref } from '../openrpc/schema.ts'
import { transactionHash } from '../params/hash.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The traces of a transaction of the canonical chain in the format of Parity.',
  params: [transactionHash],
  result: { name: 'traces', schema: orNull(arrayOf(ref('LocatedTrace'))) },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
}
