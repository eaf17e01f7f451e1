/** Runs work one after another, in the order in which it was queued. A failure ends only the work that fails. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()
  #unfinished = 0

  /** Whether no work runs or waits. */
  get isIdle(): boolean {
    return this.#unfinished === 0
  }

  /** Runs work when all that was queued before has ended. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    this.#unfinished++
    const result = this.#last.then(work)
    const end = () => {
      this.#unfinished--
    }
    this.#last = result.then(end, end)
    return result
  }
}
