import { nullAnswer } from '../answer.ts'
import { blockAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { hash } from '../params/hash.ts'

/**
 * A block of any branch by its hash (EIP-1474).
 *
 * 1. block hash: DATA, 32 bytes
 * 2. transaction details flag: boolean, true for transaction objects, false for hashes (DATA, 32 bytes)
 *
 * Result: block object, or null.
 */
export const eth_getBlockByHash: Method = (params, context) => {
  const [blockHash, full] = readArguments(params, context, [hash, detailsFlag])
  const block = context.view.blockByHash(blockHash)
  return block === undefined ? nullAnswer : blockAnswer(context, block, { full, pending: false })
}
