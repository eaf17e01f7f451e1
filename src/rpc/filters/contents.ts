import type { SentLog } from '../../endpoint/sentLog.ts'
import { FollowedLogs } from '../logs/followedLogs.ts'
import type { LogFilter } from '../params/logFilter.ts'
import type { FilterContent } from './filter.ts'

/** The hashes of blocks that become canonical. */
export const blockHashes: FilterContent = {
  bytes: 0,
  logFilter: undefined,
  resultsOf: ({ block, isRemoved }) => (isRemoved ? [] : [`"${block.hash}"`]),
}

/**
 * The transactions that enter the pool.
 *
 * @param log of those; undefined where nothing can be sent
 * @param full whether to return transaction objects
 */
export function pendingTransactions(log: SentLog | undefined, full: boolean): FilterContent {
  return {
    bytes: 0,
    logFilter: undefined,
    resultsOf: () => [],
    ...(log !== undefined && { sent: { log, full, position: log.end } }),
  }
}

/**
 * The logs that match a filter.
 *
 * @param index of the argument, for the error message
 * @throws {RequestError} INVALID_PARAMS
 */
export function logsOf(filter: LogFilter, index: number): FilterContent {
  const followed = new FollowedLogs(filter, index)
  return {
    bytes: followed.bytes,
    logFilter: filter,
    *resultsOf(event, viewOf) {
      for (const log of followed.of(event, viewOf)) yield JSON.stringify(log)
    },
  }
}
