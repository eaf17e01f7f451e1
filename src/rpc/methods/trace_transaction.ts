import { nullAnswer } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { tracesAnswer } from '../parityTraces.ts'

/**
 * The traces of a transaction in Parity's format.
 *
 * 1. transaction hash: DATA, 32 bytes
 *
 * Result: array of trace objects, or null.
 */
export const trace_transaction: Method = (params, context) => {
  const [transactionHash] = readArguments(params, context, [hash])
  const location = context.view.transactionByHash(transactionHash)
  return location === undefined ? nullAnswer : tracesAnswer(context, location.block, location.index)
}
