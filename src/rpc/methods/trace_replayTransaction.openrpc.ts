import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { transactionHash } from '../params/hash.openrpc.ts'
import { replayTypes } from '../params/replayTypes.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Runs a transaction of the canonical chain again, and returns traces of it in the format of Parity.',
  params: [transactionHash, replayTypes],
  result: { name: 'transaction', schema: ref('ReplayedTransaction') },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
}
