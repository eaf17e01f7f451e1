/** Runs work one after another, in the order in which it was queued. A failure ends only the work that fails. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs work when all that was queued before has ended. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}
