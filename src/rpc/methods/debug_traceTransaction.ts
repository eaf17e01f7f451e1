import { answerTraces } from '../debugTraces.ts'
import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { traceConfig } from '../params/traceConfig.ts'

/**
 * Runs a transaction of the canonical chain again, and returns what a tracer observes (execution-apis, debug).
 *
 * 1. transaction hash: DATA, 32 bytes
 * 2. options: object with `tracer`, `tracerConfig` and so on, as in geth; default: the struct logger
 *
 * Result: depends on the tracer.
 */
export const debug_traceTransaction: Method = (params, context) => {
  const [transactionHash, config] = readArguments(params, context, [hash], [traceConfig])
  const location = context.view.transactionByHash(transactionHash)
  if (location === undefined) throw new RequestError('SERVER_ERROR', 'transaction not found')
  return answerTraces(context, location.block, location.index, config)
}
