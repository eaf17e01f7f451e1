import { nullAnswer } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { tracePath } from '../params/tracePath.ts'
import { traceAtAnswer } from '../parityTraces.ts'

/**
 * A trace of a transaction in Parity's format, by its address.
 *
 * 1. transaction hash: DATA, 32 bytes
 * 2. trace address: array of QUANTITY
 *
 * Result: trace object, or null.
 */
export const trace_get: Method = (params, context) => {
  const [transactionHash, path] = readArguments(params, context, [hash, tracePath])
  const location = context.view.transactionByHash(transactionHash)
  return location === undefined ? nullAnswer : traceAtAnswer(context, location, path)
}
