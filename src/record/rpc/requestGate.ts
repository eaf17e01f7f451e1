import type { Timing } from '../timing.ts'

/**
 * Lets so many requests through at a time. A node that says that it is too much is left alone by all of them, then
 * asked by half as many; with each answer there may be a little more again, as TCP does it (RFC 5681).
 */
export class RequestGate {
  readonly #most: number
  readonly #timing: Timing
  readonly #signal: AbortSignal
  readonly #waiting: (() => void)[] = []
  #limit: number
  #running = 0
  /** in milliseconds since 1970 */
  #opensAt = 0

  constructor(most: number, timing: Timing, signal: AbortSignal) {
    this.#most = most
    this.#limit = most
    this.#timing = timing
    this.#signal = signal
  }

  /** Does something when it is its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        const wait = this.#opensAt - this.#timing.now()
        if (wait <= 0) break
        await this.#timing.delay(wait, this.#signal)
      }
      const result = await work()
      this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit)
      return result
    } finally {
      this.#running--
      this.#wake()
    }
  }

  /** Lets nothing through for a while, and then less at a time. */
  slowDown(milliseconds: number): void {
    const now = this.#timing.now()
    // Those that were under way together are refused together, and it is the same complaint.
    if (now >= this.#opensAt) this.#limit = Math.max(1, this.#limit / 2)
    this.#opensAt = Math.max(this.#opensAt, now + milliseconds)
  }

  async #enter(): Promise<void> {
    if (this.#running < Math.floor(this.#limit)) {
      this.#running++
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Who is woken has his place already: somebody else might take it before he comes to it. */
  #wake(): void {
    while (this.#running < Math.floor(this.#limit)) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#running++
      next()
    }
  }
}
