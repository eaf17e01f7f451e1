import { answerFromBlock, blockAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { detailsFlag } from '../params/detailsFlag.ts'

/**
 * A block by its height or tag (EIP-1474).
 *
 * 1. block parameter: QUANTITY, or a tag
 * 2. transaction details flag: boolean, true for transaction objects, false for hashes (DATA, 32 bytes)
 *
 * Result: block object, or null.
 */
export const eth_getBlockByNumber: Method = (params, context) => {
  const [parameter, full] = readArguments(params, context, [blockParameter, detailsFlag])
  return answerFromBlock(context, parameter, (block, { pending }) =>
    blockAnswer(context, block, { full, pending }),
  )
}
