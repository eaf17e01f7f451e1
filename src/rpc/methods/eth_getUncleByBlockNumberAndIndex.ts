import { nullAnswer } from '../answer.ts'
import { answerFromBlock, uncleAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { indexPosition } from '../params/indexPosition.ts'

/**
 * An uncle by its index in a block (EIP-1474). A pending block has none yet.
 *
 * 1. block parameter: QUANTITY, or a tag
 * 2. uncle index position: QUANTITY
 *
 * Result: uncle object, or null.
 */
export const eth_getUncleByBlockNumberAndIndex: Method = (params, context) => {
  const [parameter, index] = readArguments(params, context, [blockParameter, indexPosition])
  if (parameter === 'pending') return nullAnswer
  return answerFromBlock(context, parameter, (block) => uncleAnswer(context, block, index))
}
