import { nullAnswer } from '../answer.ts'
import { transactionCountAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'

/**
 * How many transactions a block has, by its hash (EIP-1474).
 *
 * 1. block hash: DATA, 32 bytes
 *
 * Result: QUANTITY, or null.
 */
export const eth_getBlockTransactionCountByHash: Method = (params, { endpoint }) => {
  const [blockHash] = decodeArguments(params, [hash])
  const block = endpoint.blockByHash(blockHash)
  return block === undefined ? nullAnswer : transactionCountAnswer(block)
}
