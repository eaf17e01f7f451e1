import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import { FairQueue } from './fairQueue.ts'

/** How long calls may run in one round of the event loop, in milliseconds. */
const SLICE_MS = 5

/**
 * Runs short calls in the main thread: one at a time, because an EVM awaits promises but runs only one call, and for a few
 * milliseconds in each round of the event loop, in which clients take turns.
 */
export class ShortCalls {
  readonly #waiting = new FairQueue<() => Promise<void>>()
  #isRunning = false
  /** in this round of the event loop, in milliseconds */
  #used = 0
  /** resolves in the next round; undefined if nothing has run in this one */
  #nextRound: Promise<void> | undefined

  /** How many wait. */
  get waitingCount(): number {
    return this.#waiting.length
  }

  run<Result>(client: object, call: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(client, () => call().then(resolve, reject))
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take()) {
      const began = performance.now()
      await next()
      this.#used += performance.now() - began
      this.#nextRound ??= yieldToEventLoop().then(() => {
        this.#nextRound = undefined
        this.#used = 0
      })
      if (this.#used >= SLICE_MS) await this.#nextRound
    }
    this.#isRunning = false
  }
}
