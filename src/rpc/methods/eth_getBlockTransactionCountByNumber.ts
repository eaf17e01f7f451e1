import { answerFromBlock, transactionCountAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockParameter } from '../params/blockParameter.ts'

/**
 * How many transactions a block has, by its height or tag (EIP-1474).
 *
 * 1. block parameter: QUANTITY, or a tag
 *
 * Result: QUANTITY, or null.
 */
export const eth_getBlockTransactionCountByNumber: Method = (params, context) => {
  const [parameter] = readArguments(params, context, [blockParameter])
  return answerFromBlock(context, parameter, transactionCountAnswer)
}
