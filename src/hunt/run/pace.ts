import type { Pauses } from './clientCalls.ts'

/** How many of the last runs count: the first ones of a program are slower than all others. */
const RUNS = 8

/** Patience by the longest pause of a client, and its least in milliseconds. */
const PATIENCE_FACTOR = 3
const PATIENCE_MIN = 200

/** How long a client makes no new call when it waits for news, by its pauses between calls; in milliseconds. */
const IDLE_FACTOR = 3
const IDLE_MIN = 10

/** How long to wait for a client, as its last runs show. */
export class Pace {
  /** in milliseconds: all the patience that a client may need */
  readonly #most: number
  #last: readonly Pauses[] = []
  #least = PATIENCE_MIN

  constructor(most: number) {
    this.#most = most
  }

  /** A run in which the client was right. */
  add({ longestPause, longestGap }: Pauses): void {
    this.#last = [...this.#last, { longestPause, longestGap }].slice(-RUNS)
  }

  /** A client that seemed wrong was right with more patience. */
  needsMore({ longestPause }: Pauses): void {
    this.#least = Math.max(this.#least, 2 * longestPause)
  }

  /** In milliseconds: see `Judging`. */
  get patience(): number {
    if (this.#last.length === 0) return this.#most
    const pause = Math.max(...this.#last.map(({ longestPause }) => longestPause))
    return Math.min(this.#most, Math.max(this.#least, PATIENCE_FACTOR * pause))
  }

  /** In milliseconds: see `Judging`. */
  get idleMs(): number {
    const most = this.#most / 4
    const gaps = this.#last.map(({ longestGap }) => longestGap).toSorted((one, two) => one - two)
    // Those without long pauses: what is too short costs only the waits of one scenario.
    const gap = gaps[Math.floor(gaps.length / 4)]
    return gap === undefined ? most : Math.min(most, Math.max(IDLE_MIN, IDLE_FACTOR * gap))
  }
}
