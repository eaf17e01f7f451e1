import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import type { WantedAt } from './advance.ts'
import {
  delayOf,
  givenTimestamp,
  possibleNext,
  type Times,
  timeOfNext,
  wantedNext,
} from './clock.ts'
import { type PendingTransaction, withoutIncluded } from './endpointPool.ts'

/** The times of blocks that are mined, where a move sets them. */
export interface BlockTimes {
  /** of the first block */
  readonly time?: BlockTime | undefined
  readonly secondsBetween?: number | undefined
}

export interface MiningOptions extends BlockTimes {
  readonly pause?: Pause | undefined
}

/** The settings after a block: base fee and randomness are those of one block. */
export function afterOneBlock(
  headerSettings: HeaderSettings | undefined,
): HeaderSettings | undefined {
  const { miner, gasLimit } = headerSettings ?? {}
  return miner === undefined && gasLimit === undefined ? undefined : { miner, gasLimit }
}

/** What determines new blocks, apart from the options of a move. */
interface NextParts {
  readonly times: Times
  /** what is set of their headers */
  readonly headerSettings: HeaderSettings | undefined
  /** the transactions to include, in order: those that a block has no room for are for the next one */
  readonly sent: readonly PendingTransaction[]
}

/** The blocks that are mined one after another. */
export function nextBlocks(
  { times, headerSettings, sent }: NextParts,
  { time, secondsBetween }: BlockTimes,
): WantedAt {
  let left = sent
  // Where the first time is set, the others come after it, and not after the wall clock.
  const ahead =
    givenTimestamp(times.clock, time) === undefined ? times.clock.ahead : Number.NEGATIVE_INFINITY
  const later = { ...times, clock: { ...times.clock, next: undefined, delay: 0, ahead } }
  return (index, parent) => {
    if (index === 0) {
      const first = time ?? timeOfFirst(times, parent, secondsBetween)
      return { time: first, headerSettings, sent: left }
    }
    left = withoutIncluded(left, parent)
    const delay = index === 1 ? delayOf(times.clock, time) : 0
    const next = timeOfLater(later, parent, secondsBetween, delay)
    return { time: next, headerSettings: afterOneBlock(headerSettings), sent: left }
  }
}

function timeOfFirst(
  times: Times,
  parent: SealedBlock,
  secondsBetween: number | undefined,
): BlockTime | undefined {
  const { clock, wallClock } = times
  if (wallClock === undefined) {
    return secondsBetween === undefined
      ? timeOfNext(clock)
      : (clock.next ?? { after: secondsBetween })
  }
  if (secondsBetween === undefined) return possibleNext(times, parent)
  return wantedNext({ ...times, clock: { ...clock, interval: secondsBetween } }, parent)
}

/** @param delay by how many seconds the block is later, if a time was fixed for the one before it */
function timeOfLater(
  times: Times,
  parent: SealedBlock,
  secondsBetween: number | undefined,
  delay: number,
): BlockTime | undefined {
  // Refused where it is not possible, because the move asks for it.
  if (secondsBetween !== undefined) return { after: secondsBetween }
  const { wallClock, clock } = times
  if (delay > 0) {
    const isByWallClock = wallClock !== undefined && clock.interval === undefined
    return isByWallClock ? { after: delay } : timeOfNext({ ...clock, next: { later: delay } })
  }
  return wallClock === undefined ? timeOfNext(clock) : possibleNext(times, parent)
}
