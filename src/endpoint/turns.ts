/** Runs the moves of an endpoint one after another. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs work after all work that was queued before. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }
}
