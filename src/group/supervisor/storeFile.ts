import { compact } from '../../log/compact.ts'
import type { Entry, Unnumbered } from '../../log/entry.ts'
import {
  COMPACTED_MIN,
  type OpenedFile,
  openJournalFile,
  requireLock,
} from '../../log/file/openJournalFile.ts'
import type { JournalHeader } from '../../log/journalHeader.ts'

/** The file of a supervisor's store: the journal of a server, in which families are mixed. */
export class StoreFile {
  readonly #path: string
  readonly #opened: OpenedFile
  /** number of the last entry */
  #sequence: number
  /** in bytes: it is compacted when it is longer */
  #bytesMax = COMPACTED_MIN

  private constructor(path: string, opened: OpenedFile) {
    this.#path = path
    this.#opened = opened
    this.#sequence = opened.sequence
    this.#setLimit()
  }

  /** @throws {JournalError} */
  static async open(path: string, header: JournalHeader): Promise<StoreFile> {
    return new StoreFile(path, await openJournalFile(path, header))
  }

  /** What it was begun with. */
  get header(): JournalHeader {
    return this.#opened.header
  }

  /** What it had when it was opened. */
  get entries(): readonly Entry[] {
    return this.#opened.entries
  }

  /** @throws {JournalError} if the entry is not written; the file is then as before */
  append(entry: Unnumbered): void {
    const { file, lock } = this.#opened
    requireLock(lock, this.#path)
    file.append({ ...entry, sequence: this.#sequence + 1 } as Entry)
    this.#sequence++
    if (file.size.bytes > this.#bytesMax) this.#compact()
  }

  close(): void {
    const { file, lock } = this.#opened
    file.close()
    lock.release()
  }

  #compact(): void {
    const { file, header } = this.#opened
    try {
      file.rewrite(header, compact(file.read()))
    } catch {
      // It is as before, and is tried again when it is twice as long.
    }
    this.#setLimit()
  }

  #setLimit(): void {
    this.#bytesMax = Math.max(COMPACTED_MIN, 2 * this.#opened.file.size.bytes)
  }
}
