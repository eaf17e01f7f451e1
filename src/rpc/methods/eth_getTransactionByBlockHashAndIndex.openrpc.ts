import type { MethodDescription } from '../openrpc/description.ts'
import { orNull, ref } from '../openrpc/schema.ts'
import { blockHash } from '../params/hash.openrpc.ts'
import { transactionIndex } from '../params/indexPosition.openrpc.ts'

export const description: MethodDescription = {
  summary: 'A transaction by its index in a block of any branch.',
  params: [blockHash, transactionIndex],
  result: { name: 'transaction', schema: orNull(ref('Transaction')) },
}
