import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { answerRawBytes } from '../rawAnswers.ts'

/**
 * The RLP of a block (execution-apis).
 *
 * 1. block: as `stateBlock` reads it
 *
 * Result: DATA; as in geth no bytes for a number above the head, and an error for an unknown hash and for `pending`.
 */
export const debug_getRawBlock: Method = (params, context) => {
  const [block] = readArguments(params, context, [stateBlock])
  return answerRawBytes(context, block, 'block', ({ rlp }) => rlp)
}
