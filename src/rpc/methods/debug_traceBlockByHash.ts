import { answerTraces } from '../debugTraces.ts'
import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { traceConfig } from '../params/traceConfig.ts'

/**
 * Runs the transactions of a block of any branch again, and returns what a tracer observes (execution-apis, debug).
 *
 * 1. block hash: DATA, 32 bytes
 * 2. options: object with `tracer`, `tracerConfig` and so on, as in geth; default: the struct logger
 *
 * Result: array of objects with `txHash` and `result`.
 */
export const debug_traceBlockByHash: Method = (params, context) => {
  const [blockHash, config] = readArguments(params, context, [hash], [traceConfig])
  const block = context.view.blockByHash(blockHash)
  if (block === undefined) {
    throw new RequestError('UNKNOWN_BLOCK', `block ${blockHash} not found`)
  }
  return answerTraces(context, block, undefined, config)
}
