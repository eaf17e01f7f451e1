import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { indexPosition } from '../params/indexPosition.ts'
import { rawTransactionAt } from '../rawAnswers.ts'

/**
 * A transaction of a block of the canonical chain in its binary encoding, EIP-2718 (geth).
 *
 * 1. block: QUANTITY, or a tag
 * 2. transaction index position: QUANTITY
 *
 * Result: DATA; no bytes if there is no such block, or for an index past the end.
 */
export const eth_getRawTransactionByBlockNumberAndIndex: Method = (params, context) => {
  const [block, index] = readArguments(params, context, [blockParameter, indexPosition])
  const { view } = context
  if (block === 'pending') {
    return view.pendingBlock().then((pending) => rawTransactionAt(context, pending, index))
  }
  const found = typeof block === 'number' ? view.blockByNumber(block) : view.blockByTag(block)
  return rawTransactionAt(context, found, index)
}
