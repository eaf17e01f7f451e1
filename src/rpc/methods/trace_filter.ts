import { encodeResultParts, encodeResultText } from '../answer.ts'
import { blockRange } from '../blockRange.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { traceFilter } from '../params/traceFilter.ts'
import { searchTraces } from '../searchTraces.ts'

/**
 * The traces of a range of blocks that match a filter, in Parity's format. The limits are those of `eth_getLogs`.
 *
 * 1. filter: object with `fromBlock`, `toBlock`, `fromAddress`, `toAddress`, `mode`, `after` and `count`
 *
 * Result: array of trace objects.
 */
export const trace_filter: Method = async (params, context) => {
  const [filter] = readArguments(params, context, [traceFilter])
  const range = blockRange(context, filter, 'pending traces are not supported')
  if (range === undefined) return encodeResultText('[]')
  const parts = await context.runLong((pause) => searchTraces(context, filter, range, pause))
  return encodeResultParts(['[', ...parts, ']'])
}
