import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'
import { transactionIndex } from '../params/indexPosition.openrpc.ts'

export const description: MethodDescription = {
  summary: 'A transaction by its index in a block, in its binary encoding (EIP-2718).',
  params: [blockParameter, transactionIndex],
  result: { name: 'transaction', schema: ref('Bytes', 'Empty if there is no such transaction.') },
}
