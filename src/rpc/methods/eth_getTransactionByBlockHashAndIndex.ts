import { nullAnswer } from '../answer.ts'
import { transactionAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { transactionIndex } from '../params/indexPosition.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** A transaction by its index in a block of any branch (EIP-1474). */
export const eth_getTransactionByBlockHashAndIndex = method({
  name: 'eth_getTransactionByBlockHashAndIndex',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['transaction'],
  summary: 'A transaction by its index in a block of any branch.',
  params: [blockHash, transactionIndex],
  result: { name: 'transaction', schema: orNull(ref('Transaction')) },
  run: ([blockHash, index], context) => {
    const block = context.view.blockByHash(blockHash)
    return block === undefined
      ? nullAnswer
      : transactionAnswer(context, block, index, { pending: false })
  },
})
