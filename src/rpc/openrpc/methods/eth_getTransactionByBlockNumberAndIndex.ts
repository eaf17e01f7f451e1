import type { MethodDescription } from '../description.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { transactionIndex } from '../params/indexPosition.ts'
import { nullSchema, ref } from '../schema.ts'

export const eth_getTransactionByBlockNumberAndIndex: MethodDescription = {
  summary: 'A transaction by its place in a block.',
  params: [blockParameter, transactionIndex],
  result: {
    name: 'transaction',
    schema: { oneOf: [ref('Transaction'), ref('PendingTransaction'), nullSchema] },
  },
  gethErrors: ['UNKNOWN_BLOCK'],
}
