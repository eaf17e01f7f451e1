import type { MethodDescription } from '../openrpc/description.ts'
import { nullSchema, ref } from '../openrpc/schema.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'
import { transactionIndex } from '../params/indexPosition.openrpc.ts'

export const description: MethodDescription = {
  summary: 'A transaction by its index in a block.',
  params: [blockParameter, transactionIndex],
  result: {
    name: 'transaction',
    schema: { oneOf: [ref('Transaction'), ref('PendingTransaction'), nullSchema] },
  },
  gethErrors: ['UNKNOWN_BLOCK'],
}
