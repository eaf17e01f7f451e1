import { SliceGate } from '../primitives/sliceGate.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import { FairQueue } from './fairQueue.ts'

/** How long calls may run in one round of the event loop, in milliseconds. */
const SLICE_MS = 5

/** After how many calls of other ranks one of the last rank gets its turn, so that none waits for ever. */
const OTHERS_MAX = 16

/**
 * Which calls go first: those of clients whose calls have been short, then the first attempts of other clients, then what
 * may take several times as long.
 */
export type Rank = 0 | 1 | 2

/**
 * Runs short calls in the main thread: one at a time, because an EVM awaits promises but runs only one call, and for a few
 * milliseconds in each round of the event loop, in which clients take turns.
 */
export class ShortCalls {
  readonly #queues = [0, 1, 2].map(() => new FairQueue<() => Promise<void>>())
  readonly #gate = new SliceGate()
  /** since the last of the last rank */
  #others = 0
  #isRunning = false
  /** in this round of the event loop, in milliseconds */
  #used = 0
  /** resolves in the next round; undefined if nothing has run in this one */
  #nextRound: Promise<void> | undefined

  run<Result>(client: object, rank: Rank, call: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queues[rank]?.push(client, () => call().then(resolve, reject))
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    while (this.#queues.some(({ length }) => length > 0)) {
      // While connections are accepted, only calls that are short almost certainly, and one in a round.
      const isOpen = this.#used > 0 || this.#gate.mayBegin()
      const next = isOpen ? this.#take() : this.#queues[0]?.take()
      const began = performance.now()
      await next?.()
      this.#used += isOpen ? performance.now() - began : SLICE_MS
      this.#nextRound ??= yieldToEventLoop().then(() => {
        this.#nextRound = undefined
        this.#used = 0
      })
      if (this.#used >= SLICE_MS) await this.#nextRound
    }
    this.#isRunning = false
  }

  #take(): (() => Promise<void>) | undefined {
    const [known, others, last] = this.#queues
    const isLast = this.#others >= OTHERS_MAX
    const next =
      (isLast ? last?.take() : undefined) ?? known?.take() ?? others?.take() ?? last?.take()
    this.#others = isLast ? 0 : this.#others + 1
    return next
  }
}
