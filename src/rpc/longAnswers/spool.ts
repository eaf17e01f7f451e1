import { removeSpool } from '../../primitives/spoolFile.ts'
import type { SpooledJson, SpoolFile } from '../../threads/calls/answers/limitedJson.ts'
import { LongAnswer } from './longAnswer.ts'

/** Where files can be written. */
export interface SpoolFolder {
  readonly path: string
  remove(): void
}

/** Keeps long answers in files until their clients have read them. */
export class Spool {
  readonly #bytesMax: number
  readonly #createFolder: () => SpoolFolder
  #folder: SpoolFolder | undefined
  /** those that are not discarded, the oldest first */
  readonly #answers = new Set<LongAnswer>()
  #bytes = 0
  #count = 0

  /** @param bytesMax for all answers together; one may have half of it */
  constructor(bytesMax: number, createFolder: () => SpoolFolder) {
    this.#bytesMax = bytesMax
    this.#createFolder = createFolder
  }

  /** How many answers are kept. */
  get count(): number {
    return this.#answers.size
  }

  /**
   * Has an answer be written, to a file if it is long.
   *
   * @param write gets no file if none can be created; throws what it throws if there is no answer
   */
  async keep(
    write: (file: SpoolFile | undefined) => Promise<Uint8Array | SpooledJson>,
  ): Promise<Uint8Array | LongAnswer> {
    const path = this.#nextPath()
    if (path === undefined) return (await write(undefined)) as Uint8Array
    try {
      const json = await write({ path, bytesMax: Math.floor(this.#bytesMax / 2) })
      return json instanceof Uint8Array ? json : this.#add(json, path)
    } catch (error) {
      // The thread that wrote it may have been ended.
      removeSpool(path)
      throw error
    }
  }

  /** Drops all answers, and removes the folder. */
  close(): void {
    for (const answer of this.#answers) answer.abort()
    this.#folder?.remove()
    this.#folder = undefined
  }

  #nextPath(): string | undefined {
    try {
      this.#folder ??= this.#createFolder()
    } catch {
      // Most answers are short.
      return undefined
    }
    return `${this.#folder.path}/${++this.#count}`
  }

  /** Answers that nobody reads must not keep others from being written: the oldest go. */
  #add(json: SpooledJson, path: string): LongAnswer {
    const answer = new LongAnswer(json, path, () => {
      this.#answers.delete(answer)
      this.#bytes -= json.byteLength
    })
    this.#bytes += json.byteLength
    for (const oldest of this.#answers) {
      if (this.#bytes <= this.#bytesMax) break
      oldest.abort()
    }
    this.#answers.add(answer)
    return answer
  }
}
