import { setTimeout as sleep } from 'node:timers/promises'

/** The clock and timers of a recording, which tests replace. */
export interface RecordClock {
  /** in milliseconds since 1970 */
  now(): number
  /** Rejects with the signal's reason if it is aborted. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Calls `callback` after the time. @returns a function that cancels the timer */
  after(milliseconds: number, callback: () => void): () => void
}

/** A timer that is set to more than 2^31 - 1 milliseconds fires at once. */
const TIMER_MAX = 2 ** 31 - 1

export const systemClock: RecordClock = {
  now: Date.now,
  async delay(milliseconds, signal) {
    try {
      await sleep(Math.min(milliseconds, TIMER_MAX), undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  },
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
