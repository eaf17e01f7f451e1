/** How long equal texts are counted before the count is written, in milliseconds. */
const COUNT_MS = 1000

/** A line, or lines that are not known yet. */
export type Line = string | Promise<readonly string[]>

/** Writes texts in the order in which they were added. One that is written several times in a row is written once, and then how often it was repeated. */
export class FoldedOutput {
  readonly #write: (text: string) => void
  #last: string | undefined
  #repeated = 0
  #timer: NodeJS.Timeout | undefined
  /** how many texts wait for lines that are not known yet */
  #waiting = 0
  /** settles when they are written */
  #turn: Promise<void> = Promise.resolve()

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  /** @param lines what belongs together; a promise must not be rejected */
  add(lines: readonly Line[]): void {
    if (this.#waiting === 0 && lines.every((line) => typeof line === 'string')) {
      this.#addText(lines)
      return
    }
    this.#waiting++
    this.#turn = Promise.all([this.#turn, ...lines]).then(([, ...known]) => {
      this.#waiting--
      this.#addText(known.flat())
    })
  }

  #addText(lines: readonly string[]): void {
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
