import { setTimeout as delay } from 'node:timers/promises'

/** Waiting is asked of a clock, so that a test can do it in no time and see how long it would have been. */
export interface Clock {
  sleep(milliseconds: number): Promise<unknown>
  /** Is aborted when so much time is over. */
  deadline(milliseconds: number): AbortSignal
}

export const systemClock: Clock = {
  sleep: (milliseconds) => delay(milliseconds),
  deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
}
