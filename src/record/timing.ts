import { setTimeout as sleep } from 'node:timers/promises'

/** The clock that a recording goes by: tests have one of their own. */
export interface Timing {
  /** in milliseconds since 1970 */
  now(): number
  /** Rejects with the signal's reason where it is aborted. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Calls `act` when the time is over. @returns a function that cancels this */
  after(milliseconds: number, act: () => void): () => void
}

/** A timer counts at most 2^31 - 1 milliseconds, and fires at once where it is told more. */
const TIMER_MAX = 2 ** 31 - 1

export const systemTiming: Timing = {
  now: Date.now,
  async delay(milliseconds, signal) {
    try {
      await sleep(Math.min(milliseconds, TIMER_MAX), undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  },
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
}
