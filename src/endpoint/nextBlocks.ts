import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import { possibleNext, type Times, timeOfNext } from './clock.ts'
import { type ReadyTransaction, withoutIncluded } from './endpointPool.ts'
import type { WantedAt } from './walk.ts'

/** The times of blocks that are mined, where a move sets them. */
export interface BlockTimes {
  /** of the first block */
  readonly time?: BlockTime | undefined
  readonly secondsBetween?: number | undefined
}

/** The settings after a block: base fee and randomness are those of one block. */
export function afterOneBlock(
  headerSettings: HeaderSettings | undefined,
): HeaderSettings | undefined {
  const { miner, gasLimit } = headerSettings ?? {}
  return miner === undefined && gasLimit === undefined ? undefined : { miner, gasLimit }
}

/** What new blocks follow from, apart from what a move asks for. */
interface NextParts {
  readonly times: Times
  /** what is set of their headers */
  readonly headerSettings: HeaderSettings | undefined
  /** the transactions to include, in order: those that a block has no room for are for the next one */
  readonly sent: readonly ReadyTransaction[]
}

/** The blocks that are mined one after another. */
export function nextBlocks(
  { times, headerSettings, sent }: NextParts,
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
      return { time: time ?? first, headerSettings, sent: left }
    }
    left = withoutIncluded(left, parent)
    const later = { ...times, clock: { ...clock, next: undefined } }
    const timeAfter = followsWall ? possibleNext(later, parent) : undefined
    return { time: between ?? timeAfter, headerSettings: afterOneBlock(headerSettings), sent: left }
  }
}
