import { nullAnswer } from '../answer.ts'
import { transactionAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { indexPosition } from '../params/indexPosition.ts'

/**
 * A transaction by its index in a block of any branch (EIP-1474).
 *
 * 1. block hash: DATA, 32 bytes
 * 2. transaction index position: QUANTITY
 *
 * Result: transaction object, or null.
 */
export const eth_getTransactionByBlockHashAndIndex: Method = (params, context) => {
  const [blockHash, index] = readArguments(params, context, [hash, indexPosition])
  const block = context.view.blockByHash(blockHash)
  return block === undefined
    ? nullAnswer
    : transactionAnswer(context, block, index, { pending: false })
}
