import { removeSpool } from '../../primitives/spoolFile.ts'
import type { SpooledJson, SpoolFile } from '../../threads/calls/answers/limitedJson.ts'
import type { MemoryAccount } from '../longWork.ts'
import { LongAnswer } from './longAnswer.ts'

/** Where files can be written. */
export interface SpoolFolder {
  readonly path: string
  remove(): void
}

export interface SpoolOptions {
  /** how large one answer may be */
  readonly bytesMax: number
  /** counts what is kept for a connection, and closes connections for which too much is kept */
  readonly accountOf: (connection: object) => MemoryAccount
  readonly createFolder: () => Promise<SpoolFolder>
}

/** Keeps long answers in files until their clients have read them. */
export class Spool {
  readonly #options: SpoolOptions
  #folder: Promise<SpoolFolder | undefined> | undefined
  /** names the next file */
  #next = 0

  constructor(options: SpoolOptions) {
    this.#options = options
  }

  /**
   * Has an answer be written, to a file if it is long.
   *
   * @param connection of its client
   * @param write gets no file if none can be created; throws what it throws if there is no answer
   */
  async keep(
    connection: object,
    write: (file: SpoolFile | undefined) => Promise<Uint8Array | SpooledJson>,
  ): Promise<Uint8Array | LongAnswer> {
    const path = await this.#nextPath()
    if (path === undefined) return (await write(undefined)) as Uint8Array
    const { bytesMax, accountOf } = this.#options
    try {
      const json = await write({ path, bytesMax })
      return json instanceof Uint8Array ? json : new LongAnswer(json, path, accountOf(connection))
    } catch (error) {
      // The thread that wrote it may have been ended.
      removeSpool(path)
      throw error
    }
  }

  /** Removes the folder, with the answers that nobody has read. */
  async close(): Promise<void> {
    const folder = await this.#folder
    folder?.remove()
  }

  async #nextPath(): Promise<string | undefined> {
    // Most answers are short, and need no folder.
    this.#folder ??= this.#options.createFolder().catch(() => undefined)
    const folder = await this.#folder
    return folder && `${folder.path}/${this.#next++}`
  }
}
