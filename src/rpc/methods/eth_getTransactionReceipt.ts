import { nullAnswer } from '../answer.ts'
import { receiptAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'

/**
 * The receipt of a transaction of the canonical chain (EIP-1474).
 *
 * 1. transaction hash: DATA, 32 bytes
 *
 * Result: receipt object, or null.
 */
export const eth_getTransactionReceipt: Method = (params, context) => {
  const [transactionHash] = readArguments(params, context, [hash])
  const location = context.view.transactionByHash(transactionHash)
  return location === undefined
    ? nullAnswer
    : receiptAnswer(context, location.block, location.index)
}
