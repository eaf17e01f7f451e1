import { answerFromBlock, transactionAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { indexPosition } from '../params/indexPosition.ts'

/**
 * A transaction by its index in a block (EIP-1474).
 *
 * 1. block parameter: QUANTITY, or a tag
 * 2. transaction index position: QUANTITY
 *
 * Result: transaction object, or null.
 */
export const eth_getTransactionByBlockNumberAndIndex: Method = (params, context) => {
  const [parameter, index] = readArguments(params, context, [blockParameter, indexPosition])
  return answerFromBlock(context, parameter, (block, options) =>
    transactionAnswer(context, block, index, options),
  )
}
