import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { FollowedLogs } from '../logs/followedLogs.ts'
import type { MethodContext } from '../method.ts'
import type { LogFilter } from '../params/logFilter.ts'
import type { Feed } from './feed.ts'

/**
 * Sends each log that matches a filter, in the order of the chain: first those of blocks that are no longer canonical, with
 * `removed: true`, then those of new blocks.
 *
 * Result: a log object, as of `eth_getLogs`.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function logs(
  filter: LogFilter,
  { dialect, service: { answers } }: MethodContext,
  position: number,
): Feed {
  const followed = new FollowedLogs(filter, position)
  const viewOf = (block: SealedBlock) => answers.view(block, dialect)
  return {
    name: 'logs',
    bytes: followed.bytes,
    *removed(block): Generator<Answer> {
      for (const log of followed.of({ block, isRemoved: true }, viewOf)) yield encodeResult(log)
    },
    *added(block): Generator<Answer> {
      for (const log of followed.of({ block, isRemoved: false }, viewOf)) yield encodeResult(log)
    },
  }
}
