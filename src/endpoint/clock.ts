import { type BlockTime, timeProblem } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerTimestamp } from '../chain/encoding/decode/headerTimestamp.ts'
import type { Rules } from '../chain/protocol/rules.ts'
import { POW_SECONDS_MAX } from '../chain/protocol/timing.ts'
import { EndpointMoveError } from './moveError.ts'

/** The time settings of an endpoint. Immutable, so snapshots share it. */
export interface Clock {
  /** total of all increases, in seconds */
  readonly increased: number
  /** when the next block is mined, if that was set */
  readonly next: BlockTime | undefined
}

/** The initial settings. */
export const UNSET_CLOCK: Clock = { increased: 0, next: undefined }

/** Delays the next block by some seconds. */
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
 * Refuses a time at which a child of the block would be invalid, or might be.
 *
 * @throws {EndpointMoveError} INVALID_TIMESTAMP
 */
export function requireTime(time: BlockTime, rules: Rules, parent: SealedBlock): void {
  const problem = problemOf(time, rules, parent)
  if (problem === undefined) return
  throw new EndpointMoveError('INVALID_TIMESTAMP', `block ${parent.number + 1}: ${problem}`)
}

/** The time that was set for the next block, unless a move of the head has made it impossible. */
export function possibleNext(
  { next }: Clock,
  rules: Rules,
  head: SealedBlock,
): BlockTime | undefined {
  return next === undefined || problemOf(next, rules, head) !== undefined ? undefined : next
}

function problemOf(time: BlockTime, rules: Rules, parent: SealedBlock): string | undefined {
  const parentTime = headerTimestamp(parent)
  // The default block time is drawn with the block, so the maximum is assumed.
  const timestamp =
    'at' in time ? time.at : parentTime + POW_SECONDS_MAX + ('later' in time ? time.later : 0)
  return timeProblem(rules, parent.number + 1, parentTime, timestamp)
}
