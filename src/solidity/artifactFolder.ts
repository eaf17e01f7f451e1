import { SerialQueue } from '../primitives/serialQueue.ts'

/** A folder of artifacts while a server uses it. */
export class ArtifactFolder {
  readonly path: string
  /** When it was read, in milliseconds since 1970: what was written later is of other code. */
  readonly readAt: number
  readonly #read = new Map<string, Promise<unknown>>()
  /** Several large files at once would not fit into memory. */
  readonly #reads = new SerialQueue()

  constructor(path: string, readAt: number) {
    this.path = path
    this.readAt = readAt
  }

  /** Reads a file that many artifacts share, once, and after all others. */
  once<T>(file: string, read: () => Promise<T>): Promise<T> {
    let found = this.#read.get(file) as Promise<T> | undefined
    if (found === undefined) {
      found = this.#reads.run(read)
      this.#read.set(file, found)
    }
    return found
  }
}
