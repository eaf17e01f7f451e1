import { type Answer, encodeResultText } from '../answer.ts'
import { blockRange, returnedTooMuch, type SearchedRange } from '../blockRange.ts'
import { RequestError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import type { LogFilter } from '../params/logFilter.ts'
import { blocksToSearch, type NumberedBlocks } from './blocksToSearch.ts'
import { bloomTest } from './bloomTest.ts'
import { logLimits, type QueryLimits } from './logLimits.ts'
import { type FoundLogs, searchLogs } from './searchLogs.ts'

/**
 * Answers with the logs of existing blocks that match a filter.
 *
 * @throws {RequestError} if the block does not exist, the range is invalid, or it has too much
 */
export async function answerLogs(filter: LogFilter, context: MethodContext): Promise<Answer> {
  const { view } = context
  const limits = logLimits(context)
  if ('blockHash' in filter.blocks) {
    const block = view.blockByHash(filter.blocks.blockHash)
    if (block === undefined) {
      const hash = filter.blocks.blockHash
      throw new RequestError('UNKNOWN_BLOCK', 'unknown block').with({ hash })
    }
    const single = { blockAt: () => block, from: block.number, to: block.number }
    return answerWith(filter, single, undefined, limits, context)
  }
  const range = blockRange(context, filter.blocks, limits, 'pending logs are not supported')
  if (range === undefined) return encodeResultText('[]')
  return answerWith(filter, range, range, limits, context)
}

async function answerWith(
  filter: LogFilter,
  searched: NumberedBlocks,
  range: SearchedRange | undefined,
  limits: QueryLimits,
  context: MethodContext,
): Promise<Answer> {
  const { logLimits, blooms } = context.service
  const { bytesMax } = logLimits
  const isFree = range !== undefined && range.length <= limits.freeBlocks
  const resultsMax = isFree ? Number.POSITIVE_INFINITY : limits.results
  const blocks = blocksToSearch(searched, bloomTest(filter), blooms)
  const found: FoundLogs = await context.runLong((pause) =>
    searchLogs(context, filter, blocks, { resultsMax, bytesMax }, pause),
  )
  if ('logs' in found) return found.logs.toAnswer()
  const limit = found.tooMany === 'results' ? resultsMax : bytesMax
  throw returnedTooMuch(limit, found.tooMany, range?.from, found.at)
}
