import type { SealedBlock } from '../chain/encoding/block.ts'
import type { CanonicalChain } from '../endpoint/view.ts'
import { toQuantity } from '../primitives/hex.ts'
import { errorsOf } from './dialectErrors.ts'
import { RequestError } from './errors.ts'
import type { QueryLimits } from './logs/logLimits.ts'
import type { MethodContext } from './method.ts'
import type { BlockParameter } from './params/blockParameter.ts'
import { stateAboveHead } from './stateOfBlock.ts'

/** The ends of a range that a client asks for, both included. */
export interface RangeEnds {
  readonly from: BlockParameter
  readonly to: BlockParameter
}

/** The blocks of a range, in order. */
export interface SearchedRange {
  /** the number of the first */
  readonly from: number
  /** the number of the last */
  readonly to: number
  /** how many blocks the range has */
  readonly length: number
  readonly blocks: Iterable<SealedBlock>
  readonly blockAt: CanonicalChain
}

/**
 * The canonical blocks of a range that a client asks to be searched; undefined where an end has no block yet.
 *
 * @param limits of the query
 * @param pendingProblem the error message for the tag `pending`
 * @throws {RequestError} if the range is invalid or too large, or where the dialect has an error for a tag without a block
 */
export function blockRange(
  context: MethodContext,
  ends: RangeEnds,
  limits: Pick<QueryLimits, 'blocks' | 'namedBlocks'>,
  pendingProblem: string,
): SearchedRange | undefined {
  const range = resolveRange(context, ends, pendingProblem)
  if (range === undefined) return undefined
  const { from, to } = range
  const { blocks, namedBlocks } = limits
  if (to - from >= blocks) {
    const message = `query exceeds max block range ${namedBlocks}`
    throw limitExceeded(message, namedBlocks, [from, from + blocks - 1])
  }
  requireFewEarlier(context, from, to)
  const blockAt = context.view.canonicalChain()
  return { from, to, length: to - from + 1, blocks: blocksOf(blockAt, from, to), blockAt }
}

/** How many blocks before that from which a chain was forked are searched: each is read whole, and checked. */
const EARLIER_MAX = 512

function requireFewEarlier({ view }: MethodContext, from: number, to: number): void {
  const { earlier, tree } = view.chain
  const last = Math.min(to, tree.first.number - 1)
  if (earlier === undefined || last - from < EARLIER_MAX) return
  const message = `query exceeds max range of ${EARLIER_MAX} blocks before the forked one`
  throw limitExceeded(message, EARLIER_MAX, [from, from + EARLIER_MAX - 1])
}

function resolveRange(
  { view, dialect }: MethodContext,
  { from, to }: RangeEnds,
  pendingProblem: string,
): { from: number; to: number } | undefined {
  if (from === 'pending' || to === 'pending') {
    throw new RequestError('INVALID_PARAMS', pendingProblem)
  }
  const errors = errorsOf(dialect.name)
  const { number: head } = view.head
  const [first, end] = [from, to].map((end) => {
    if (typeof end === 'number') return end
    const block = view.blockByTag(end)
    const error = block === undefined ? errors.unsetRangeEnd(end) : undefined
    if (error !== undefined) throw error
    return block?.number
  })
  if (first === undefined || end === undefined) return undefined
  if (errors.allowsAnyRangeEnd && first > head) throw stateAboveHead(view, first)
  if (dialect.facts.isEmptyAboveHead && first > head && to === 'latest') return undefined
  if (errors.allowsAnyRangeEnd && first > end) return undefined
  const last = errors.allowsAnyRangeEnd ? Math.min(end, head) : end
  // geth compares the tag `latest` as if it were above every number.
  const isAbove = errors.latestIsAboveAnyNumber && from === 'latest' && to !== 'latest'
  if (first > last || isAbove) {
    const values = { from: first, to: last }
    throw new RequestError('INVALID_PARAMS', 'invalid block range params').with(values)
  }
  if (last > head) {
    const message = 'block range extends beyond current head block'
    throw new RequestError('INVALID_PARAMS', message).with({ requested: last, head })
  }
  return { from: first, to: last }
}

function* blocksOf(blockAt: CanonicalChain, from: number, to: number): Generator<SealedBlock> {
  for (let number = from; number <= to; number++) {
    const block = blockAt(number)
    if (block !== undefined) yield block
  }
}

/**
 * The error for a search that found too much.
 *
 * @param from the first block of the range; undefined if it is not a range
 * @param at the block in which the limit was exceeded
 */
export function returnedTooMuch(
  limit: number,
  unit: 'results' | 'bytes',
  from: number | undefined,
  at: number,
): RequestError {
  // A smaller range to suggest exists only if there are blocks before the one that exceeds the limit.
  const smaller = from !== undefined && at > from ? ([from, at - 1] as const) : undefined
  const error = limitExceeded(`query returned more than ${limit} ${unit}`, limit, smaller)
  return smaller === undefined ? error.with({ first: at, last: at }) : error
}

/** Infura's error, which suggests a range within the limit where there is one. */
function limitExceeded(
  message: string,
  limit: number,
  range: readonly [number, number] | undefined,
): RequestError {
  if (range === undefined) return new RequestError('LIMIT_EXCEEDED', message, { limit })
  const [from, to] = range.map(toQuantity)
  const [first, last] = range
  return new RequestError(
    'LIMIT_EXCEEDED',
    `${message}. Try with this block range [${from}, ${to}].`,
    { from, limit, to },
  ).with({ first, last })
}
