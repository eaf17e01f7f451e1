import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { rawTransactionAnswer } from '../rawAnswers.ts'

/**
 * A transaction of the canonical chain in its binary encoding, EIP-2718 (execution-apis).
 *
 * 1. transaction hash: DATA, 32 bytes
 *
 * Result: DATA; no bytes for an unknown hash.
 */
export const debug_getRawTransaction: Method = (params, context) => {
  const [transactionHash] = readArguments(params, context, [hash])
  return rawTransactionAnswer(context, context.view.transactionByHash(transactionHash))
}
