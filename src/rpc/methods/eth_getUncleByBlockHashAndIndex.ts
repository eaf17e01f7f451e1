import { nullAnswer } from '../answer.ts'
import { uncleAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { indexPosition } from '../params/indexPosition.ts'

/**
 * An uncle by its index in a block of any branch (EIP-1474).
 *
 * 1. block hash: DATA, 32 bytes
 * 2. uncle index position: QUANTITY
 *
 * Result: uncle object, or null.
 */
export const eth_getUncleByBlockHashAndIndex: Method = (params, context) => {
  const [blockHash, index] = readArguments(params, context, [hash, indexPosition])
  const block = context.view.blockByHash(blockHash)
  return block === undefined ? nullAnswer : uncleAnswer(context, block, index)
}
