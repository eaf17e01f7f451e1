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
  /** by how many seconds the block after that one is later: the increases since the time of `next` was fixed */
  readonly delay: number
  /** the seconds between a block and its parent, if that was set */
  readonly interval: number | undefined
  /** how many seconds blocks are ahead of the wall clock, where they follow it */
  readonly ahead: number
}

/** The wall clock, in seconds since 1970; undefined where the times of blocks follow from the seed. */
export type WallClock = (() => number) | undefined

/**
 * A clock for several attempts at the same blocks: each call returns one whose readings are those of the attempts before,
 * as far as they go, so that a journal has each reading once.
 */
export function repeatable(wallClock: WallClock): () => WallClock {
  if (wallClock === undefined) return () => undefined
  const readings: number[] = []
  return () => {
    let index = 0
    return () => {
      if (index === readings.length) readings.push(wallClock())
      return readings[index++] as number
    }
  }
}

/** What determines the times of new blocks. */
export interface Times {
  readonly clock: Clock
  readonly wallClock: WallClock
  readonly rules: Rules
  isShared(block: SealedBlock): boolean
}

/** In seconds: a shared block that is older may be years old; the genesis of a new node is not. */
const OLD = 86_400

/** The initial settings. */
export const UNSET_CLOCK: Clock = {
  increased: 0,
  next: undefined,
  delay: 0,
  interval: undefined,
  ahead: 0,
}

/** Delays the next block by some seconds; if its time is fixed, the block after it. */
export function increase(clock: Clock, seconds: number): Clock {
  const { increased, next, delay, ahead } = clock
  const isFixed = next !== undefined && 'at' in next
  return {
    ...clock,
    increased: increased + seconds,
    next: isFixed ? next : later(next, seconds),
    delay: isFixed ? delay + seconds : 0,
    ahead: ahead + seconds,
  }
}

/**
 * Fixes the time of the next block. Earlier increases do not count.
 *
 * @param at in seconds since 1970
 */
export function fixNext(clock: Clock, at: number): Clock {
  return { ...clock, next: { at }, delay: 0 }
}

function later(next: BlockTime | undefined, seconds: number): BlockTime | undefined {
  if (seconds === 0) return next
  if (next === undefined) return { later: seconds }
  return 'later' in next ? { later: next.later + seconds } : next
}

/** The time of the next block; undefined for that of the chain. */
export function timeOfNext({ next, interval }: Clock): BlockTime | undefined {
  if (interval === undefined) return next
  if (next === undefined) return { after: interval }
  return 'later' in next ? { after: interval + next.later } : next
}

/** The time of the next block, and that of the one after it if increases delay it. */
export function timesSet(clock: Clock): readonly (BlockTime | undefined)[] {
  const { next, delay } = clock
  const isDelayed = delay > 0 && next !== undefined && 'at' in next
  return isDelayed ? [next, { at: next.at + delay }] : [timeOfNext(clock)]
}

/**
 * The time of the next block, and of those after it, where they follow the wall clock: now, or a second after the parent.
 * A time that was set comes first, and the blocks after it stay as far ahead.
 */
function byWallClock(times: Times, now: number, parent: SealedBlock): BlockTime {
  const { next, interval, ahead } = times.clock
  if (next !== undefined && 'at' in next) return next
  const parentTime = headerTimestamp(parent)
  if (interval === undefined) return { at: Math.max(parentTime + 1, now + ahead) }
  if (times.isShared(parent) && parentTime < now - OLD) {
    // The first interval after it begins now, except where later forks forbid it.
    const fromNow = { at: Math.max(parentTime, now + ahead) + interval }
    if (problemOf(fromNow, times.rules, parent) === undefined) return fromNow
  }
  return { after: interval + (next && 'later' in next ? next.later : 0) }
}

/** Blocks that were mined, and the times that the move has set. */
interface MineResult {
  readonly count: number
  readonly last: SealedBlock
  /** of the first, if the move has set it */
  readonly time?: BlockTime | undefined
  readonly secondsBetween?: number | undefined
}

/** The settings after blocks were mined. */
export function afterMined(clock: Clock, wallClock: WallClock, mined: MineResult): Clock {
  const { ahead } = clock
  const { count, last, time, secondsBetween } = mined
  const delay = delayOf(clock, time)
  // The second block is the delayed one, unless the move has set its time.
  const left = count > 1 && secondsBetween === undefined ? 0 : delay
  const after = { ...clock, next: later(undefined, left), delay: 0 }
  if (wallClock === undefined) return after
  const set = givenTimestamp(clock, time)
  if (secondsBetween !== undefined) {
    const reached = headerTimestamp(last) - wallClock()
    return { ...after, ahead: set === undefined ? Math.max(ahead, reached) : reached + left }
  }
  return set === undefined ? after : { ...after, ahead: set - wallClock() + delay }
}

/**
 * By how many seconds the second of several blocks is delayed.
 *
 * @param time of the first, if the move sets it: then no increase counts
 */
export function delayOf({ delay }: Clock, time: BlockTime | undefined): number {
  return time === undefined ? delay : 0
}

/**
 * The timestamp that a move gives the next block, or that was set before; undefined without.
 *
 * @param time of the move
 */
export function givenTimestamp({ next }: Clock, time: BlockTime | undefined): number | undefined {
  const set = time ?? next
  return set !== undefined && 'at' in set ? set.at : undefined
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

/** The time of the next block by the settings or by the wall clock; undefined for that of the chain. */
export function wantedNext(times: Times, head: SealedBlock): BlockTime | undefined {
  const { clock, wallClock } = times
  return wallClock === undefined ? timeOfNext(clock) : byWallClock(times, wallClock(), head)
}

/** The same, unless that time is impossible: because of a move of the head, or before the merge. */
export function possibleNext(times: Times, head: SealedBlock): BlockTime | undefined {
  const next = wantedNext(times, head)
  return next === undefined || problemOf(next, times.rules, head) !== undefined ? undefined : next
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
