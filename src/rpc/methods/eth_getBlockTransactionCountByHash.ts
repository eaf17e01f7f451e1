import { nullAnswer } from '../answer.ts'
import { transactionCountAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'

/**
 * How many transactions a block has, by its hash (EIP-1474).
 *
 * 1. block hash: DATA, 32 bytes
 *
 * Result: QUANTITY, or null.
 */
export const eth_getBlockTransactionCountByHash: Method = (params, context) => {
  const { view } = context
  const [blockHash] = readArguments(params, context, [hash])
  const block = view.blockByHash(blockHash)
  return block === undefined ? nullAnswer : transactionCountAnswer(block)
}
