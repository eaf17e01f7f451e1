import { yieldToEventLoop } from './yieldToEventLoop.ts'

/** Lets a few pieces of work begin in each round of the event loop, in order, so that nothing else waits for many. */
export class RoundLimit {
  readonly #max: number
  readonly #waiting: (() => void)[] = []
  #left: number

  /** @param max how many begin in one round */
  constructor(max: number) {
    this.#max = max
    this.#left = max
  }

  /** @returns a promise to wait for before the work; undefined if it may begin at once */
  begin(): Promise<void> | undefined {
    if (this.#left === this.#max) void this.#refill()
    if (this.#left > 0) {
      this.#left--
      return undefined
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  async #refill(): Promise<void> {
    do {
      await yieldToEventLoop()
      const begun = this.#waiting.splice(0, this.#max)
      this.#left = this.#max - begun.length
      for (const begin of begun) begin()
    } while (this.#left < this.#max)
  }
}
