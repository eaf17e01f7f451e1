import { nullAnswer } from '../answer.ts'
import { uncleCountAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'

/**
 * How many uncles a block has, by its hash (EIP-1474).
 *
 * 1. block hash: DATA, 32 bytes
 *
 * Result: QUANTITY, or null.
 */
export const eth_getUncleCountByBlockHash: Method = (params, context) => {
  const [blockHash] = readArguments(params, context, [hash])
  const block = context.view.blockByHash(blockHash)
  return block === undefined ? nullAnswer : uncleCountAnswer(context, block)
}
