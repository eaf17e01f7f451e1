import { setTimeout as delay } from 'node:timers/promises'

/** The indexer waits by a clock, which tests replace: then waits take no time, and tests can see how long they were. */
export interface Clock {
  sleep(milliseconds: number): Promise<unknown>
  /** A signal that is aborted after the time. */
  deadline(milliseconds: number): AbortSignal
}

export const systemClock: Clock = {
  sleep: (milliseconds) => delay(milliseconds),
  deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
}
