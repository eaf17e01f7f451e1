import { nullAnswer } from '../answer.ts'
import { receiptAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** The receipt of a transaction of the canonical chain (EIP-1474). */
export const eth_getTransactionReceipt = method({
  name: 'eth_getTransactionReceipt',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['receipt', 'log'],
  summary: 'The receipt of a transaction of the canonical chain, by its hash.',
  params: [transactionHash],
  result: { name: 'receipt', schema: orNull(ref('Receipt')) },
  run: ([transactionHash], context) => {
    const location = context.view.transactionByHash(transactionHash)
    return location === undefined
      ? nullAnswer
      : receiptAnswer(context, location.block, location.index)
  },
})
