import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { BlockView } from '../../endpoint/blockView.ts'
import { RequestError } from '../errors.ts'
import type { HeadEvent } from '../events/headEvents.ts'
import { invalidArgument } from '../params/arguments.ts'
import type { BlockParameter } from '../params/blockParameter.ts'
import type { LogFilter } from '../params/logFilter.ts'
import { type BloomTest, bloomTest, mayHaveLogs } from './bloomTest.ts'
import { matchingLogs } from './searchLogs.ts'

/** An estimate of what a hash in a set takes. */
const ALTERNATIVE_BYTES = 150

/**
 * The logs that match a filter as the head moves: those of added blocks, and again, with `removed: true`, those of blocks
 * that are no longer canonical.
 */
export class FollowedLogs {
  /** an estimate of how many bytes the filter takes */
  readonly bytes: number
  readonly #filter: LogFilter
  readonly #isInRange: (number: number) => boolean
  readonly #test: BloomTest

  /**
   * @param index of the argument, for the error message
   * @throws {RequestError} INVALID_PARAMS for a range that is not of future blocks
   */
  constructor(filter: LogFilter, index: number) {
    this.#filter = filter
    this.#isInRange = rangeTest(filter, index)
    this.#test = bloomTest(filter)
    this.bytes = filterBytes(filter)
  }

  /**
   * The log objects of a block, in order.
   *
   * @param viewOf writes the block in a dialect
   */
  *of(
    { block, isRemoved }: HeadEvent,
    viewOf: (block: SealedBlock) => BlockView,
  ): Generator<object> {
    if (!this.#isInRange(block.number) || !mayHaveLogs(block, this.#test)) return
    for (const log of matchingLogs(viewOf(block), this.#filter)) {
      const written = log.write() as object
      yield isRemoved ? { ...written, removed: true } : written
    }
  }
}

function filterBytes({ addresses, topics }: LogFilter): number {
  const sets = [addresses, ...topics]
  return ALTERNATIVE_BYTES * sets.reduce((count, set) => count + (set?.size ?? 0), 0)
}

/** Accepts the ranges that geth does (eth/filters/filter_system.go, SubscribeLogs): future blocks, with or without bounds. */
function rangeTest({ blocks }: LogFilter, index: number): (number: number) => boolean {
  if ('blockHash' in blocks) {
    throw invalidArgument(index, 'blockHash: only future blocks can be followed')
  }
  const { from, to } = blocks
  if (from === 'pending' || to === 'pending') {
    throw new RequestError('INVALID_PARAMS', 'pending logs are not supported')
  }
  const first = boundOf(from, 0)
  const last = boundOf(to, Number.POSITIVE_INFINITY)
  if (first > last || (from === 'latest' && to !== 'latest')) throw invalidRange()
  return (number) => number >= first && number <= last
}

function boundOf(end: BlockParameter, latest: number): number {
  if (end === 'latest') return latest
  if (end === 'earliest') return 0
  if (typeof end !== 'number') throw invalidRange()
  return end
}

function invalidRange(): RequestError {
  return new RequestError('INVALID_PARAMS', 'invalid block range params')
}
