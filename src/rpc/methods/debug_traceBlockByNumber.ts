import { answerTraces, tracedBlock } from '../debugTraces.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { traceConfig } from '../params/traceConfig.ts'

/**
 * Runs the transactions of a canonical block again, and returns what a tracer observes (execution-apis, debug).
 *
 * 1. block: QUANTITY or tag
 * 2. options: object with `tracer`, `tracerConfig` and so on, as in geth; default: the struct logger
 *
 * Result: array of objects with `txHash` and `result`.
 */
export const debug_traceBlockByNumber: Method = async (params, context) => {
  const [number, config] = readArguments(params, context, [blockParameter], [traceConfig])
  return answerTraces(context, await tracedBlock(context, number), undefined, config)
}
