import type { MethodDescription } from '../openrpc/description.ts'
import { byNonce, bySender, poolContent } from '../openrpc/poolContent.ts'
import { ref } from '../openrpc/schema.ts'

export const description: MethodDescription = {
  summary: 'The transactions that were sent and that no block has yet.',
  params: [],
  result: {
    name: 'content',
    schema: poolContent(bySender(byNonce(ref('PendingTransaction')))),
  },
  errors: [],
}
