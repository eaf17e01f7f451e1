import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { CanonicalChain } from '../../endpoint/view.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { type Answer, encodeResultText } from '../answer.ts'
import { dialectErrors } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import { type FoundLogs, searchLogs } from '../logs/searchLogs.ts'
import type { Method, MethodContext } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import type { BlockParameter } from '../params/blockParameter.ts'
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
  const range = resolveRange(context, filter.blocks)
  if (range === undefined) return encodeResultText('[]')
  const { from, to } = range
  const { rangeMax } = context.logLimits
  if (to - from >= rangeMax) {
    throw limitExceeded(`query exceeds max block range ${rangeMax}`, rangeMax, [
      from,
      from + rangeMax - 1,
    ])
  }
  return answerWith(filter, blocksOf(view.canonicalChain(), from, to), from, context)
}

/**
 * Resolves the tags of a range; returns undefined where one of them has no block yet.
 *
 * @throws {RequestError} where the dialect has an error for such a tag
 */
function resolveRange(
  { view, dialect }: MethodContext,
  { from, to }: { readonly from: BlockParameter; readonly to: BlockParameter },
): { from: number; to: number } | undefined {
  if (from === 'pending' || to === 'pending') {
    throw new RequestError('INVALID_PARAMS', 'pending logs are not supported')
  }
  const errors = dialectErrors[dialect.name]
  const [first, last] = [from, to].map((end) => {
    if (typeof end === 'number') return end
    const block = view.blockByTag(end)
    const error = block === undefined ? errors.unsetRangeEnd(end) : undefined
    if (error !== undefined) throw error
    return block?.number
  })
  if (first === undefined || last === undefined) return undefined
  // geth compares the tag `latest` as if it were above every number.
  const isAbove = errors.latestIsAboveAnyNumber && from === 'latest' && to !== 'latest'
  if (first > last || isAbove) {
    throw new RequestError('INVALID_PARAMS', 'invalid block range params')
  }
  if (last > view.head.number) {
    throw new RequestError('INVALID_PARAMS', 'block range extends beyond current head block')
  }
  return { from: first, to: last }
}

function* blocksOf(blockAt: CanonicalChain, from: number, to: number): Generator<SealedBlock> {
  for (let number = from; number <= to; number++) {
    const block = blockAt(number)
    if (block !== undefined) yield block
  }
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
  const message = `query returned more than ${limit} ${found.tooMany}`
  // A smaller range to suggest exists only if there are blocks before the one that exceeds the limit.
  const hasSmallerRange = from !== undefined && found.at > from
  throw limitExceeded(message, limit, hasSmallerRange ? [from, found.at - 1] : undefined)
}

/** Infura's error, which suggests a range within the limit where there is one. */
function limitExceeded(
  message: string,
  limit: number,
  range: readonly [number, number] | undefined,
): RequestError {
  if (range === undefined) return new RequestError('LIMIT_EXCEEDED', message, { limit })
  const [from, to] = range.map(toQuantity)
  return new RequestError(
    'LIMIT_EXCEEDED',
    `${message}. Try with this block range [${from}, ${to}].`,
    { from, limit, to },
  )
}
