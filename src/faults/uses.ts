/** How often a rule may still be applied. A use that is taken counts, until it is settled as not used. */
export class Uses {
  #left: number
  /** how many were taken and not settled yet */
  #undecided = 0
  #onSettled: (() => void) | undefined

  constructor(times: number) {
    this.#left = times
  }

  /**
   * Takes a use, if need be when earlier ones are settled. Call it again only when it has resolved.
   *
   * @returns whether there was one left
   */
  async take(): Promise<boolean> {
    while (this.#left === 0 && this.#undecided > 0) {
      await new Promise<void>((resolve) => {
        this.#onSettled = resolve
      })
    }
    if (this.#left === 0) return false
    this.#left--
    this.#undecided++
    return true
  }

  /** Settles a use that was taken. */
  settle(isUsed: boolean): void {
    this.#undecided--
    if (!isUsed) this.#left++
    this.#onSettled?.()
  }
}
