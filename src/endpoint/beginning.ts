/** Work that must succeed once, before anything else. */
export class Beginning {
  readonly #work: () => Promise<unknown>
  #attempt: Promise<unknown> | undefined

  constructor(work: () => Promise<unknown>) {
    this.#work = work
  }

  /** Joins the attempt in progress, or begins one. */
  async run(): Promise<void> {
    this.#attempt ??= this.#work().finally(() => {
      this.#attempt = undefined
    })
    await this.#attempt
  }
}
