/** Says how long the chain of a group is. Each worker builds the blocks itself. */
export class GrowthClock {
  readonly #now: () => number
  #height = 0
  /** in milliseconds of the clock: when the next block is due; undefined before the first question */
  #due: number | undefined

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * A block is due one interval after the last was. Blocks that were missed are not made up for. While the chains of all
   * workers are shorter, none is added.
   *
   * @param height of the chain of the worker that asks
   */
  next(height: number, intervalMs: number): Grown {
    const now = this.#now()
    this.#due ??= now + intervalMs
    if (height >= this.#height) {
      const isDue = now >= this.#due
      this.#height = isDue ? height + 1 : height
      if (isDue) this.#due = Math.max(this.#due + intervalMs, now)
    }
    return { height: this.#height, wait: Math.max(0, this.#due - now) }
  }
}

/** How long the chain of a group is. */
export interface Grown {
  readonly height: number
  /** in milliseconds: when the next block is due */
  readonly wait: number
}
