/** Runs the moves of an endpoint one after another. */
export class Turns {
  readonly #afterEach: () => Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param afterEach is called after each work, whose end and successor wait for what it returns; it must not reject */
  constructor(afterEach: () => Promise<void> | undefined = () => undefined) {
    this.#afterEach = afterEach
  }

  /** Runs work after all work that was queued before. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      try {
        return await work()
      } finally {
        await this.#afterEach()
      }
    })
    this.#last = turn.catch(() => {})
    return turn
  }
}
