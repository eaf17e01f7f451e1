import { nullAnswer } from '../answer.ts'
import { headerAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'

/**
 * The header of a block of any branch (execution-apis).
 *
 * 1. block hash: DATA, 32 bytes
 *
 * Result: header object, or null.
 */
export const eth_getHeaderByHash: Method = (params, context) => {
  const [blockHash] = readArguments(params, context, [hash])
  const block = context.view.blockByHash(blockHash)
  return block === undefined ? nullAnswer : headerAnswer(context, block)
}
