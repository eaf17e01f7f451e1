/** What moves leave to be done. */
interface Settling {
  /** never rejects; undefined if nothing is to be done */
  readonly settled: Promise<void> | undefined
}

/** Runs the moves of an endpoint one after another. */
export class Turns {
  readonly #kept: Settling | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param kept each work ends when it has settled */
  constructor(kept?: Settling) {
    this.#kept = kept
  }

  /** Runs work after all work that was queued before. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      try {
        return await work()
      } finally {
        await this.#kept?.settled
      }
    })
    this.#last = turn.catch(() => {})
    return turn
  }
}
