import { EndpointMoveError } from './moveError.ts'

/** Has the operations on an endpoint run one after the other. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isInTurn = false

  /** Runs work when all that was asked for before is done. */
  async take<T>(work: () => T | Promise<T>): Promise<T> {
    this.#waiting++
    const turn = this.#last.then(() => {
      this.#isInTurn = true
      try {
        return work()
      } finally {
        this.#isInTurn = false
      }
    })
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#waiting--
    }
  }

  /**
   * For what is done at once: it cannot wait for what is under way.
   *
   * @throws {EndpointMoveError} BUSY
   */
  requireFree(operation: string): void {
    if (this.#waiting === 0 || this.#isInTurn) return
    const problem = `${operation}: the endpoint is still being moved; await that first`
    throw new EndpointMoveError('BUSY', problem)
  }
}
