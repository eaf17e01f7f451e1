import pLimit from 'p-limit'
import type { RecordClock } from '../recordClock.ts'

/**
 * Limits how many requests run at once. When the node says that it receives too many, all requests pause, and then half
 * as many run at once; each response raises the limit a little, as TCP's congestion control does (RFC 5681).
 */
export class RequestThrottle {
  readonly #concurrencyMax: number
  readonly #clock: RecordClock
  readonly #signal: AbortSignal
  readonly #queue: ReturnType<typeof pLimit>
  /** may have a fraction: each response adds one */
  #concurrency: number
  /** in milliseconds since 1970 */
  #pausedUntil = 0

  constructor(concurrencyMax: number, clock: RecordClock, signal: AbortSignal) {
    this.#concurrencyMax = concurrencyMax
    this.#concurrency = concurrencyMax
    this.#clock = clock
    this.#signal = signal
    this.#queue = pLimit(concurrencyMax)
  }

  /** Runs the request as soon as the limit allows it. */
  run<T>(request: () => Promise<T>): Promise<T> {
    return this.#queue(async () => {
      await this.#waitForPause()
      const result = await request()
      this.#setConcurrency(this.#concurrency + 1 / this.#concurrency)
      return result
    })
  }

  /** Pauses all requests, and halves how many run at once. */
  slowDown(milliseconds: number): void {
    const now = this.#clock.now()
    // Requests that ran together are refused together: that is one complaint.
    if (now >= this.#pausedUntil) this.#setConcurrency(this.#concurrency / 2)
    this.#pausedUntil = Math.max(this.#pausedUntil, now + milliseconds)
  }

  async #waitForPause(): Promise<void> {
    for (;;) {
      this.#signal.throwIfAborted()
      const wait = this.#pausedUntil - this.#clock.now()
      if (wait <= 0) return
      await this.#clock.delay(wait, this.#signal)
    }
  }

  #setConcurrency(concurrency: number): void {
    this.#concurrency = Math.max(1, Math.min(this.#concurrencyMax, concurrency))
    const whole = Math.floor(this.#concurrency)
    if (whole !== this.#queue.concurrency) this.#queue.concurrency = whole
  }
}
