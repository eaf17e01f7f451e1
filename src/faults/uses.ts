/** How often a rule may be applied still. A use that is taken counts, until it is told that nothing came of it. */
export class Uses {
  #left: number
  /** how many were taken of which it is not known yet */
  #undecided = 0
  #onSettled: (() => void) | undefined

  constructor(times: number) {
    this.#left = times
  }

  /**
   * Takes a use; where it hangs on earlier ones, as soon as it is known of them. To be called again only when it has
   * resolved.
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

  /** Tells what came of a use. */
  settle(isUsed: boolean): void {
    this.#undecided--
    if (!isUsed) this.#left++
    this.#onSettled?.()
  }
}
