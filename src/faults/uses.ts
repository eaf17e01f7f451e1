/** Counts how often a rule may still be applied. A use that is taken counts until it is settled as not used. */
export class Uses {
  #left: number
  /** how many uses were taken and are not settled yet */
  #undecided = 0
  #onSettled: (() => void) | undefined

  constructor(times: number) {
    this.#left = times
  }

  /**
   * Takes a use. If all are taken, waits until earlier ones are settled. Call it again only after it has resolved.
   *
   * @returns whether a use was left
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

  settle(isUsed: boolean): void {
    this.#undecided--
    if (!isUsed) this.#left++
    this.#onSettled?.()
  }
}
