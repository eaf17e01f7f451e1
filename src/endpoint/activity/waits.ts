import type { Timers } from '../../primitives/timers.ts'
import { WaitError } from './waitError.ts'

/** How long a wait may take. */
export interface WaitOptions {
  /**
   * Milliseconds after which the wait is rejected, up to 240,000; 0 checks once, without waiting. Default 4000, so that
   * the error is reported before the limit of most test runners, 5 seconds, ends the test without one.
   */
  readonly timeout?: number | undefined
  /** Ends the wait when it is aborted: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface Condition<T> {
  /** The result; undefined while the condition is not met. An error ends the wait. */
  met(): { readonly result: T } | undefined
  /**
   * What is missing, for the error of a wait that has timed out.
   *
   * @param within how long it waited: ` within 4 s`
   */
  describe(within: string): string
}

/** The longest wait: HTTP clients such as `fetch` of Node give up after 300 seconds. */
export const TIMEOUT_MAX = 240_000

/** The longest wait by default, in milliseconds. */
const TIMEOUT = 4000

/** Time is counted in steps: on a busy machine, a process that was not run for a second loses one step, not a second. */
const STEP_MS = 100

/** How many waits an endpoint may have at a time, because each is checked whenever a call is received. */
const WAITS_MAX = 1000

/** Node's own, also while a test in the same process replaces timers. */
const { setImmediate: inNextRound, setTimeout, clearTimeout } = globalThis

interface PendingWait {
  check(): void
  fail(error: unknown): void
}

/** The waits in progress of an endpoint. */
export class Waits {
  readonly #timers: Timers
  readonly #pending = new Set<PendingWait>()
  #closedBecause: string | undefined

  constructor(timers: Timers = { setTimeout, clearTimeout }) {
    this.#timers = timers
  }

  /** Checks all waits, after something that they may wait for. */
  check(): void {
    for (const wait of [...this.#pending]) wait.check()
  }

  /** Ends all waits, and refuses others. */
  close(reason: string): void {
    this.#closedBecause = reason
    for (const wait of [...this.#pending]) wait.fail(new WaitError('CLOSED', reason))
  }

  /**
   * Resolves when a condition is met, and still is in the next round of the event loop: by then, the responses that
   * were ready have been sent.
   *
   * @throws {WaitError}
   */
  async until<T>(
    condition: Condition<T>,
    { timeout = TIMEOUT, signal }: WaitOptions = {},
  ): Promise<T> {
    signal?.throwIfAborted()
    if (this.#closedBecause !== undefined) throw new WaitError('CLOSED', this.#closedBecause)
    if (this.#pending.size >= WAITS_MAX) {
      const problem = `an endpoint can have at most ${WAITS_MAX} waits at a time`
      throw new WaitError('TOO_MANY_WAITS', problem)
    }
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const end = (): void => {
        this.#timers.clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        this.#pending.delete(wait)
      }
      const fail = (error: unknown): void => {
        end()
        reject(error)
      }
      const ifMet = (act: (result: T) => void): boolean => {
        try {
          const met = condition.met()
          if (met !== undefined) act(met.result)
          return met !== undefined
        } catch (error) {
          fail(error)
          return true
        }
      }
      const settle = (): boolean =>
        ifMet((result) => {
          end()
          resolve(result)
        })
      // If the process was blocked until now, there are calls that arrived in time and were not read.
      const expire = (): void => {
        inNextRound(() => {
          if (settle()) return
          fail(new WaitError('TIMED_OUT', condition.describe(duration(timeout))))
        })
      }
      const abort = (): void => fail(signal?.reason)
      const wait: PendingWait = { check: () => void ifMet(() => inNextRound(settle)), fail }
      this.#pending.add(wait)
      signal?.addEventListener('abort', abort)
      wait.check()
      const count = (left: number): void => {
        if (left <= 0) expire()
        else timer = this.#timers.setTimeout(() => count(left - STEP_MS), Math.min(left, STEP_MS))
      }
      count(timeout)
    })
  }
}

/** ` within 4 s`; empty where it did not wait. */
function duration(milliseconds: number): string {
  if (milliseconds === 0) return ''
  return milliseconds % 1000 === 0
    ? ` within ${milliseconds / 1000} s`
    : ` within ${milliseconds} ms`
}
