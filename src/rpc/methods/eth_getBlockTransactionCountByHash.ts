import { nullAnswer } from '../answer.ts'
import { transactionCountAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** How many transactions a block has, by its hash (EIP-1474). */
export const eth_getBlockTransactionCountByHash = method({
  name: 'eth_getBlockTransactionCountByHash',
  set: 'all',
  does: 'reads',
  faults: ['body'],
  summary: 'The number of transactions in a block of any branch.',
  params: [blockHash],
  result: { name: 'transactionCount', schema: orNull(ref('Quantity')) },
  run: ([hash], { view }) => {
    const block = view.blockByHash(hash)
    return block === undefined ? nullAnswer : transactionCountAnswer(block)
  },
})
