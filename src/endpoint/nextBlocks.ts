import type { BlockTime } from '../chain/byHand/blockTime.ts'
import { possibleNext, type Times, timeOfNext } from './clock.ts'
import { type ReadyTransaction, withoutIncluded } from './endpointPool.ts'
import type { WantedAt } from './walk.ts'

/** The times of blocks that are mined, where a move sets them. */
export interface BlockTimes {
  /** of the first block */
  readonly time?: BlockTime | undefined
  readonly secondsBetween?: number | undefined
}

/**
 * The blocks that are mined one after another.
 *
 * @param sent the transactions to include, in order: those that a block has no room for are for the next one
 */
export function nextBlocks(
  times: Times,
  sent: readonly ReadyTransaction[],
  { time, secondsBetween }: BlockTimes,
): WantedAt {
  const { clock, wallClock } = times
  const interval = secondsBetween ?? clock.interval
  const between = interval === undefined ? undefined : { after: interval }
  const next = secondsBetween === undefined ? timeOfNext(clock) : (clock.next ?? between)
  const followsWall = wallClock !== undefined && secondsBetween === undefined
  let left = sent
  return (index, parent) => {
    if (index === 0) {
      const first = followsWall ? possibleNext(times, parent) : next
      return { time: time ?? first, sent: left }
    }
    left = withoutIncluded(left, parent)
    const later = { ...times, clock: { ...clock, next: undefined } }
    return { time: between ?? (followsWall ? possibleNext(later, parent) : undefined), sent: left }
  }
}
