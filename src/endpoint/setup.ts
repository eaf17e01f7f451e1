/** Work that must succeed once before an endpoint is used. */
export class Setup {
  readonly #work: () => Promise<unknown>
  #attempt: Promise<unknown> | undefined

  constructor(work: () => Promise<unknown>) {
    this.#work = work
  }

  /** Waits for the attempt in progress, or starts one. */
  async run(): Promise<void> {
    this.#attempt ??= this.#work().finally(() => {
      this.#attempt = undefined
    })
    await this.#attempt
  }
}
