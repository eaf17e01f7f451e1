import type { MethodDescription } from '../description.ts'
import { blockHash } from '../params/hash.ts'
import { transactionIndex } from '../params/indexPosition.ts'
import { orNull, ref } from '../schema.ts'

export const eth_getTransactionByBlockHashAndIndex: MethodDescription = {
  summary: 'A transaction by its place in a block of any branch.',
  params: [blockHash, transactionIndex],
  result: { name: 'transaction', schema: orNull(ref('Transaction')) },
}
