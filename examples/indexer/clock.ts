import { setTimeout as delay } from 'node:timers/promises'

/** The indexer waits on a clock, so that a test can replace it, wait no time, and see how long the wait would be. */
export interface Clock {
  sleep(milliseconds: number): Promise<unknown>
  /** Aborts after this time. */
  deadline(milliseconds: number): AbortSignal
}

export const systemClock: Clock = {
  sleep: (milliseconds) => delay(milliseconds),
  deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
}
