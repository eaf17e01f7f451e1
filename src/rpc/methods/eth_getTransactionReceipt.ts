import { nullAnswer } from '../answer.ts'
import { receiptAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'

/**
 * What a transaction of the canonical chain left behind (EIP-1474).
 *
 * 1. transaction hash: DATA, 32 bytes
 *
 * Result: receipt object, or null.
 */
export const eth_getTransactionReceipt: Method = (params, context) => {
  const [transactionHash] = readArguments(params, context, [hash])
  const place = context.view.transactionByHash(transactionHash)
  return place === undefined ? nullAnswer : receiptAnswer(context, place.block, place.index)
}
