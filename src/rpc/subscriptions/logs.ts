import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { bloomTest } from '../logs/bloomTest.ts'
import { matchingLogs, mayHaveLogs } from '../logs/searchLogs.ts'
import type { MethodContext } from '../method.ts'
import { invalidArgument } from '../params/arguments.ts'
import type { BlockParameter } from '../params/blockParameter.ts'
import type { LogFilter } from '../params/logFilter.ts'
import type { Feed } from './feed.ts'

/**
 * Sends each log that matches a filter, in the order of the chain: first those of blocks that are no longer canonical, with
 * `removed: true`, then those of new blocks (geth, core/blockchain.go, reorg).
 *
 * Result: a log object, as of `eth_getLogs`.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function logs(
  filter: LogFilter,
  { dialect, answers }: MethodContext,
  position: number,
): Feed {
  const isInRange = rangeTest(filter, position)
  const mayMatch = bloomTest(filter)
  const objectsOf = (block: SealedBlock): unknown[] => {
    if (!isInRange(block.number) || !mayHaveLogs(block, mayMatch)) return []
    return [...matchingLogs(answers.view(block, dialect), filter)].map((log) => log.write())
  }
  return {
    name: 'logs',
    bytes: filterBytes(filter),
    *removed(block): Generator<Answer> {
      for (const log of objectsOf(block)) {
        yield encodeResult({ ...(log as object), removed: true })
      }
    },
    *added(block): Generator<Answer> {
      for (const log of objectsOf(block)) yield encodeResult(log)
    },
  }
}

/** An estimate of what a hash in a set takes. */
const ALTERNATIVE_BYTES = 150

function filterBytes({ addresses, topics }: LogFilter): number {
  const sets = [addresses, ...topics]
  return ALTERNATIVE_BYTES * sets.reduce((count, set) => count + (set?.size ?? 0), 0)
}

/** Accepts the ranges that geth does (eth/filters/filter_system.go, SubscribeLogs): future blocks, with or without bounds. */
function rangeTest({ blocks }: LogFilter, position: number): (number: number) => boolean {
  if ('blockHash' in blocks) {
    throw invalidArgument(position, 'blockHash: a subscription covers future blocks only')
  }
  const { from, to } = blocks
  if (from === 'pending' || to === 'pending') {
    throw new RequestError('INVALID_PARAMS', 'pending logs are not supported')
  }
  const first = from === 'earliest' ? 0 : boundOf(from, 0)
  const last = boundOf(to, Number.POSITIVE_INFINITY)
  if (first > last || (from === 'latest' && to !== 'latest')) throw invalidRange()
  return (number) => number >= first && number <= last
}

function boundOf(end: BlockParameter, latest: number): number {
  if (end === 'latest') return latest
  if (typeof end !== 'number') throw invalidRange()
  return end
}

function invalidRange(): RequestError {
  return new RequestError('INVALID_PARAMS', 'invalid block range params')
}
