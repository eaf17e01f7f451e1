import { type BlockTime, timeProblem } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerTimestamp } from '../chain/encoding/decode/headerTimestamp.ts'
import type { Rules } from '../chain/protocol/rules.ts'
import { POW_SECONDS_MAX } from '../chain/protocol/timing.ts'
import { EndpointMoveError } from './moveError.ts'

/** What an endpoint has been told of the time. It is never changed, so snapshots share it. */
export interface Clock {
  /** in seconds: all that the time was increased by */
  readonly increased: number
  /** when the next block comes, where that was set */
  readonly next: BlockTime | undefined
}

/** As it is in the beginning. */
export const UNSET_CLOCK: Clock = { increased: 0, next: undefined }

/** The next block comes so much later than it would. */
export function increase({ increased, next }: Clock, seconds: number): Clock {
  return { increased: increased + seconds, next: later(next, seconds) }
}

function later(next: BlockTime | undefined, seconds: number): BlockTime | undefined {
  if (seconds === 0) return next
  if (next === undefined) return { later: seconds }
  if ('at' in next) return { at: next.at + seconds }
  return 'later' in next ? { later: next.later + seconds } : next
}

/**
 * Refuses a time at which no child of a block can come, or may turn out not to.
 *
 * @throws {EndpointMoveError} INVALID_TIMESTAMP
 */
export function requireTime(time: BlockTime, rules: Rules, parent: SealedBlock): void {
  const problem = problemOf(time, rules, parent)
  if (problem === undefined) return
  throw new EndpointMoveError('INVALID_TIMESTAMP', `block ${parent.number + 1}: ${problem}`)
}

/** When the next block comes, where that was set and has not become impossible since, as the head has moved. */
export function possibleNext(
  { next }: Clock,
  rules: Rules,
  head: SealedBlock,
): BlockTime | undefined {
  return next === undefined || problemOf(next, rules, head) !== undefined ? undefined : next
}

function problemOf(time: BlockTime, rules: Rules, parent: SealedBlock): string | undefined {
  const parentTime = headerTimestamp(parent)
  // When it would come by itself is drawn with the block; what lasts longest decides.
  const timestamp =
    'at' in time ? time.at : parentTime + POW_SECONDS_MAX + ('later' in time ? time.later : 0)
  return timeProblem(rules, parent.number + 1, parentTime, timestamp)
}
