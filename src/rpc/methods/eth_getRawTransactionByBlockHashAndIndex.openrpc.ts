import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { blockHash } from '../params/hash.openrpc.ts'
import { transactionIndex } from '../params/indexPosition.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'A transaction by its index in a block of any branch, in its binary encoding (EIP-2718).',
  params: [blockHash, transactionIndex],
  result: { name: 'transaction', schema: ref('Bytes', 'Empty if there is no such transaction.') },
}
