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
  /** the seconds between a block and its parent, if that was set */
  readonly interval: number | undefined
}

/** The initial settings. */
export const UNSET_CLOCK: Clock = { increased: 0, next: undefined, interval: undefined }

/** Delays the next block by some seconds. */
export function increase(clock: Clock, seconds: number): Clock {
  const { increased, next } = clock
  return { ...clock, increased: increased + seconds, next: later(next, seconds) }
}

function later(next: BlockTime | undefined, seconds: number): BlockTime | undefined {
  if (seconds === 0) return next
  if (next === undefined) return { later: seconds }
  if ('at' in next) return { at: next.at + seconds }
  return 'later' in next ? { later: next.later + seconds } : next
}

/** The time of the next block; undefined for that of the chain. */
export function timeOfNext({ next, interval }: Clock): BlockTime | undefined {
  if (interval === undefined) return next
  if (next === undefined) return { after: interval }
  return 'later' in next ? { after: interval + next.later } : next
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
export function possibleNext(clock: Clock, rules: Rules, head: SealedBlock): BlockTime | undefined {
  const next = timeOfNext(clock)
  return next === undefined || problemOf(next, rules, head) !== undefined ? undefined : next
}

function problemOf(time: BlockTime, rules: Rules, parent: SealedBlock): string | undefined {
  const parentTime = headerTimestamp(parent)
  return timeProblem(rules, parent.number + 1, parentTime, latestOf(time, parentTime))
}

/** The default block time is drawn with the block, so the maximum is assumed. */
function latestOf(time: BlockTime, parentTime: number): number {
  if ('at' in time) return time.at
  return parentTime + ('after' in time ? time.after : POW_SECONDS_MAX + time.later)
}
