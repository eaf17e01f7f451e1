import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { transactionHash } from '../params/hash.openrpc.ts'
import { tracePath } from '../params/tracePath.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'A trace of a transaction of the canonical chain in the format of Parity, by its address.',
  params: [transactionHash, tracePath],
  result: { name: 'trace', schema: orNull(ref('LocatedTrace')) },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
}
