/** How long equal texts are counted before the count is written, in milliseconds. */
const COUNT_MS = 1000

/** Writes texts. One that is written several times in a row is written once, and then how often it was repeated. */
export class FoldedOutput {
  readonly #write: (text: string) => void
  #last: string | undefined
  #repeated = 0
  #timer: NodeJS.Timeout | undefined

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  /** @param lines what belongs together */
  add(lines: readonly string[]): void {
    const text = `${lines.join('\n')}\n`
    if (text === this.#last) {
      this.#repeated++
      this.#timer ??= setTimeout(() => this.flush(), COUNT_MS).unref()
      return
    }
    this.flush()
    this.#last = text
    this.#write(text)
  }

  /** Writes a count that was not written yet. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#repeated === 0) return
    this.#write(`  repeated ${this.#repeated === 1 ? 'once' : `${this.#repeated} times`}\n`)
    this.#repeated = 0
  }
}
