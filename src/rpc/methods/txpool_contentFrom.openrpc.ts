import type { MethodDescription } from '../openrpc/description.ts'
import { byNonce, poolContent } from '../openrpc/poolContent.ts'
import { ref } from '../openrpc/schema.ts'
import { address } from '../params/address.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The transactions of one sender that no block has yet.',
  params: [address],
  result: { name: 'content', schema: poolContent(byNonce(ref('PendingTransaction'))) },
  errors: [],
}
