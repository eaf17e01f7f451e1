import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { bloomTest } from '../logs/bloomTest.ts'
import { canHoldLogs, wantedLogs } from '../logs/searchLogs.ts'
import type { MethodContext } from '../method.ts'
import { invalidArgument } from '../params/arguments.ts'
import type { BlockParameter } from '../params/blockParameter.ts'
import type { LogFilter } from '../params/logFilter.ts'
import type { Feed } from './feed.ts'

/**
 * Notifies of each log that a filter wants, one by one and in the order of the chain: those of blocks that were left with
 * `removed: true`, then those of blocks that have come (geth, core/blockchain.go, reorg).
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
  const canHold = bloomTest(filter)
  const objectsOf = (block: SealedBlock): unknown[] => {
    if (!isInRange(block.number) || !canHoldLogs(block, canHold)) return []
    return [...wantedLogs(answers.view(block, dialect), filter)].map((log) => log.write())
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

/** About what a hash and its place in a set take. */
const ALTERNATIVE_BYTES = 150

function filterBytes({ addresses, topics }: LogFilter): number {
  const sets = [addresses, ...topics]
  return ALTERNATIVE_BYTES * sets.reduce((count, set) => count + (set?.size ?? 0), 0)
}

/** The ranges that geth accepts (eth/filters/filter_system.go, SubscribeLogs): blocks to come, and what may bound them. */
function rangeTest({ blocks }: LogFilter, position: number): (number: number) => boolean {
  if ('blockHash' in blocks) {
    throw invalidArgument(position, 'blockHash: a subscription is about blocks to come')
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
