import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { indexPosition } from '../params/indexPosition.ts'
import { rawTransactionAt } from '../rawAnswers.ts'

/**
 * A transaction of a block of any branch in its binary encoding, EIP-2718 (geth).
 *
 * 1. block hash: DATA, 32 bytes
 * 2. transaction index position: QUANTITY
 *
 * Result: DATA; no bytes for an unknown block, or an index past the end.
 */
export const eth_getRawTransactionByBlockHashAndIndex: Method = (params, context) => {
  const [blockHash, index] = readArguments(params, context, [hash, indexPosition])
  return rawTransactionAt(context, context.view.blockByHash(blockHash), index)
}
