import { nullAnswer } from '../answer.ts'
import { headerAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockParameter } from '../params/blockParameter.ts'

/**
 * The header of a block of the canonical chain (execution-apis).
 *
 * 1. block: QUANTITY, or a tag
 *
 * Result: header object; null if there is no such block, and for `pending`.
 */
export const eth_getHeaderByNumber: Method = (params, context) => {
  const [block] = readArguments(params, context, [blockParameter])
  if (block === 'pending') return nullAnswer
  const { view } = context
  const found = typeof block === 'number' ? view.blockByNumber(block) : view.blockByTag(block)
  return found === undefined ? nullAnswer : headerAnswer(context, found)
}
