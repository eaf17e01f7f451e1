import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { transactionIndex } from '../params/indexPosition.ts'
import { rawTransactionAt } from '../rawAnswers.ts'
import { ref } from '../schemas/schema.ts'

/** A transaction of a block of any branch in its binary encoding, EIP-2718 (geth). */
export const eth_getRawTransactionByBlockHashAndIndex = method({
  name: 'eth_getRawTransactionByBlockHashAndIndex',
  set: 'all',
  does: 'reads',
  faults: ['body'],
  summary:
    'A transaction by its index in a block of any branch, in its binary encoding (EIP-2718).',
  params: [blockHash, transactionIndex],
  result: { name: 'transaction', schema: ref('Bytes', 'Empty if there is no such transaction.') },
  run: ([blockHash, index], context) =>
    rawTransactionAt(context, context.view.blockByHash(blockHash), index),
})
