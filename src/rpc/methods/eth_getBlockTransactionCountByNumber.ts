import { answerFromBlock, transactionCountAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { orNull, ref } from '../schemas/schema.ts'
import { requireUpToHead } from '../stateOfBlock.ts'

/** How many transactions a block has, by its height or tag (EIP-1474). */
export const eth_getBlockTransactionCountByNumber = method({
  name: 'eth_getBlockTransactionCountByNumber',
  set: 'all',
  does: 'reads',
  faults: ['body'],
  summary: 'The number of transactions in a block.',
  params: [blockParameter],
  result: { name: 'transactionCount', schema: orNull(ref('Quantity')) },
  gethErrors: ['UNKNOWN_BLOCK'],
  run: ([parameter], context) => {
    requireUpToHead(context, parameter)
    return answerFromBlock(context, parameter, transactionCountAnswer)
  },
})
