import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type Answer, encodeResultText } from '../answer.ts'
import { blockRange, returnedTooMuch } from '../blockRange.ts'
import { RequestError } from '../errors.ts'
import { type FoundLogs, searchLogs } from '../logs/searchLogs.ts'
import type { Method, MethodContext } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { type LogFilter, logFilter } from '../params/logFilter.ts'

/**
 * The logs of a block or a range of blocks that match a filter (EIP-1474, EIP-234). Errors have geth's messages and codes,
 * those about limits Infura's.
 *
 * 1. filter: object with `fromBlock` and `toBlock` or `blockHash`, `address`, `topics`
 *
 * Result: array of log objects.
 */
export const eth_getLogs: Method = async (params, context) => {
  const [filter] = readArguments(params, context, [logFilter])
  const { view } = context
  if ('blockHash' in filter.blocks) {
    const block = view.blockByHash(filter.blocks.blockHash)
    if (block === undefined) throw new RequestError('UNKNOWN_BLOCK', 'unknown block')
    return answerWith(filter, [block], undefined, context)
  }
  const range = blockRange(context, filter.blocks, 'pending logs are not supported')
  if (range === undefined) return encodeResultText('[]')
  return answerWith(filter, range.blocks, range.from, context)
}

async function answerWith(
  filter: LogFilter,
  blocks: Iterable<SealedBlock>,
  from: number | undefined,
  context: MethodContext,
): Promise<Answer> {
  const { resultsMax, bytesMax } = context.logLimits
  const found: FoundLogs = await context.runLong((pause) =>
    searchLogs(context, filter, blocks, pause),
  )
  if ('logs' in found) return encodeResultText(`[${found.logs.join(',')}]`)
  const limit = found.tooMany === 'results' ? resultsMax : bytesMax
  throw returnedTooMuch(limit, found.tooMany, from, found.at)
}
