import type { MethodDescription } from '../openrpc/description.ts'
import { byNonce, bySender, poolContent } from '../openrpc/poolContent.ts'

export const description: MethodDescription = {
  summary: 'The transactions that no block has yet, in short.',
  params: [],
  result: { name: 'content', schema: poolContent(bySender(byNonce({ type: 'string' }))) },
  errors: [],
}
