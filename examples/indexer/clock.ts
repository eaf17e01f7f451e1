import { setTimeout as delay } from 'node:timers/promises'

/** Waiting is asked of a clock, so that a test can do it in no time and see how long it would have been. */
export interface Clock {
  sleep(milliseconds: number): Promise<unknown>
}

export const systemClock: Clock = { sleep: (milliseconds) => delay(milliseconds) }
