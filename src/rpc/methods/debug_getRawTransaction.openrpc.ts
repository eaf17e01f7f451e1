import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { transactionHash } from '../params/hash.openrpc.ts'

export const description: MethodDescription = {
  summary: 'A transaction in its binary encoding (EIP-2718).',
  params: [transactionHash],
  result: { name: 'transaction', schema: ref('Bytes', 'Empty for an unknown hash.') },
}
