import { rawReceipts } from '../../chain/encoding/rawItems.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResultText, nullAnswer } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { answerRawBlock } from '../rawAnswers.ts'

/**
 * The receipts of a block in their binary encoding, EIP-2718 (execution-apis).
 *
 * 1. block: as `stateBlock` reads it
 *
 * Result: array of DATA, as in geth empty for an unknown hash; null for a number above the head.
 */
export const debug_getRawReceipts: Method = (params, context) => {
  const [block] = readArguments(params, context, [stateBlock])
  return answerRawBlock(context, block, missing, {
    kind: 'raw receipts',
    write: (found) => rawReceipts(found).map(toHex),
  })
}

const missing = { byNumber: nullAnswer, byHash: () => encodeResultText('[]') }
