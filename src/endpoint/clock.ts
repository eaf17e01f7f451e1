import type { BlockTime } from '../chain/blockTime.ts'

/** What an endpoint has been told of the time. It is never changed, so snapshots share it. */
export interface Clock {
  /** in seconds: all that the time was increased by */
  readonly increased: number
  /** when the next block comes, where that was set */
  readonly next: BlockTime | undefined
}

export const UNTOLD: Clock = { increased: 0, next: undefined }

/** The next block comes so much later than it would. */
export function increase({ increased, next }: Clock, seconds: number): Clock {
  const later = next !== undefined && 'later' in next ? next.later + seconds : seconds
  return {
    increased: increased + seconds,
    next: next !== undefined && 'at' in next ? { at: next.at + seconds } : asLater(later),
  }
}

function asLater(seconds: number): BlockTime | undefined {
  return seconds === 0 ? undefined : { later: seconds }
}
