import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type Answer, encodeResultText } from '../answer.ts'
import { blockRange, returnedTooMuch } from '../blockRange.ts'
import { RequestError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import type { LogFilter } from '../params/logFilter.ts'
import { type FoundLogs, searchLogs } from './searchLogs.ts'

/**
 * Answers with the logs of existing blocks that match a filter.
 *
 * @throws {RequestError} if the block does not exist, the range is invalid, or it has too much
 */
export async function answerLogs(filter: LogFilter, context: MethodContext): Promise<Answer> {
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
  const { resultsMax, bytesMax } = context.service.logLimits
  const found: FoundLogs = await context.runLong((pause) =>
    searchLogs(context, filter, blocks, pause),
  )
  if ('logs' in found) return found.logs.toAnswer()
  const limit = found.tooMany === 'results' ? resultsMax : bytesMax
  throw returnedTooMuch(limit, found.tooMany, from, found.at)
}
