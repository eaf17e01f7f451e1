/** In milliseconds: slices rest unless the last short request was answered longer before the last slice began. */
const ACTIVE_MS = 100

/** In milliseconds: timers are no more exact, so that shorter rests would take longer than they should. */
const REST_MS_MIN = 2

/** In milliseconds: a slice that takes longer waits for another thread, so that it leaves time to others. */
const REST_MS_MAX = 10

/**
 * Makes time slices rest for as long as they took, while clients send requests that need none: these have at least half of
 * the main thread, and most of them do not wait for a slice.
 */
export class SliceRest {
  readonly #now: () => number
  #lastRequest = Number.NEGATIVE_INFINITY
  /** how many milliseconds slices owed to others when the last one ended */
  #owed = 0
  #began = 0
  #ended = 0

  /** @param now the time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Reports a request that was answered without a slice, beside work that needs slices. */
  reportRequest(): void {
    this.#lastRequest = this.#now()
  }

  /** @param milliseconds that a slice took, which ends now */
  end(milliseconds: number): void {
    const now = this.#now()
    this.#began = now - milliseconds
    const between = this.#began - this.#ended
    this.#owed = Math.min(Math.max(0, this.#owed - between) + milliseconds, REST_MS_MAX)
    this.#ended = now
  }

  /** How many milliseconds the next slice has to wait. */
  get left(): number {
    // Not until now: a slice that takes long may keep the next request from being read.
    if (this.#began - this.#lastRequest > ACTIVE_MS) return 0
    const left = this.#owed - (this.#now() - this.#ended)
    return left < REST_MS_MIN ? 0 : left
  }
}
