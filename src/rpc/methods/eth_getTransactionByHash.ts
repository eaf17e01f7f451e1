import { nullAnswer } from '../answer.ts'
import { transactionAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'

/**
 * A transaction of the canonical chain by its hash (EIP-1474).
 *
 * 1. transaction hash: DATA, 32 bytes
 *
 * Result: transaction object, or null.
 */
export const eth_getTransactionByHash: Method = (params, context) => {
  const [transactionHash] = readArguments(params, context, [hash])
  const location = context.view.transactionByHash(transactionHash)
  return location === undefined
    ? nullAnswer
    : transactionAnswer(context, location.block, location.index, { pending: false })
}
