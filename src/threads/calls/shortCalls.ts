import { SliceGate } from '../../primitives/sliceGate.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
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
 *
 * The calls of a round run after all its requests are read, and their outcomes are reported together. Under load a call
 * takes half as long as one that runs between reading a request and writing a response, which are calls of the system.
 */
export class ShortCalls {
  readonly #queues = [0, 1, 2].map(() => new FairQueue<() => Promise<void>>())
  readonly #gate = new SliceGate()
  /** since the last of the last rank */
  #others = 0
  #isRunning = false
  /** report the outcomes of the calls of this slice */
  #reports: (() => void)[] = []

  run<Result>(client: object, rank: Rank, call: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const succeed = (result: Result) => void this.#reports.push(() => resolve(result))
      const fail = (error: unknown) => void this.#reports.push(() => reject(error))
      this.#queues[rank]?.push(client, () => call().then(succeed, fail))
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    while (this.#hasWaiting()) {
      await yieldToEventLoop()
      await this.#runSlice()
    }
    this.#isRunning = false
  }

  async #runSlice(): Promise<void> {
    // While connections are accepted, only calls that are short almost certainly, and one in a round.
    const isOpen = this.#gate.mayBegin()
    const end = performance.now() + (isOpen ? SLICE_MS : 0)
    do {
      const next = isOpen ? this.#take() : this.#queues[0]?.take()
      await next?.()
    } while (performance.now() < end && this.#hasWaiting())
    const reports = this.#reports
    this.#reports = []
    for (const report of reports) report()
  }

  #hasWaiting(): boolean {
    return this.#queues.some(({ length }) => length > 0)
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
