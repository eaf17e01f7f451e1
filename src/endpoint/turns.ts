/** Has the moves of an endpoint run one after the other. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs work when all that was asked for before is done. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }
}
