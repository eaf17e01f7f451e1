import { answerFromBlock, transactionAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { transactionIndex } from '../params/indexPosition.ts'
import { nullSchema, ref } from '../schemas/schema.ts'

/** A transaction by its index in a block (EIP-1474). */
export const eth_getTransactionByBlockNumberAndIndex = method({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  set: 'core',
  does: 'reads',
  differsByDialect: true,
  faults: ['transaction'],
  summary: 'A transaction by its index in a block.',
  params: [blockParameter, transactionIndex],
  result: {
    name: 'transaction',
    schema: { oneOf: [ref('Transaction'), ref('PendingTransaction'), nullSchema] },
  },
  gethErrors: ['UNKNOWN_BLOCK'],
  run: ([parameter, index], context) =>
    answerFromBlock(context, parameter, (block, options) =>
      transactionAnswer(context, block, index, options),
    ),
})
