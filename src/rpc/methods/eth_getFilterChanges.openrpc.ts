import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { filterId } from '../params/rpcId.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'What has happened since the last poll of a filter: logs, removed ones first, hashes of blocks, or transactions that were sent.',
  params: [filterId],
  result: {
    name: 'changes',
    schema: arrayOf({
      anyOf: [ref('Log'), ref('RemovedLog'), ref('Hash'), ref('PendingTransaction')],
    }),
  },
  errors: ['UNKNOWN_FILTER'],
}
