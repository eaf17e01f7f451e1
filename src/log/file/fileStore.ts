import { compact } from '../compact.ts'
import type { Entry, Unnumbered } from '../entry.ts'
import { JournalError } from '../journalError.ts'
import { type JournalHeader, requireSame } from '../journalHeader.ts'
import type { Appended, EntryStore } from '../store.ts'
import { FileLock } from './fileLock.ts'
import { JournalFile } from './journalFile.ts'
import type { JournalSize } from './journalSize.ts'
import { ifExists, readJournalFile } from './readJournal.ts'
import { realPath } from './realPath.ts'

/** In bytes: a shorter journal stays as it is, because it is read fast enough. */
export const COMPACTED_MIN = 64 * 1024

interface OpenedFile {
  readonly lock: FileLock
  readonly file: JournalFile
  readonly header: JournalHeader
  /** number of the last entry */
  readonly last: number
  /** whether there was no file before */
  readonly isNew: boolean
}

/** A journal in a file, which no other process can open meanwhile. */
export class FileStore implements EntryStore {
  readonly name: string
  /** what it was begun with */
  readonly header: JournalHeader
  readonly #file: JournalFile
  readonly #lock: FileLock
  /** whether there was no file before */
  readonly #isNew: boolean
  #last: number

  private constructor(name: string, { lock, file, header, last, isNew }: OpenedFile) {
    this.name = name
    this.header = header
    this.#lock = lock
    this.#file = file
    this.#last = last
    this.#isNew = isNew
  }

  /**
   * Opens the file of a journal, or begins one where there is none.
   *
   * @returns also its entries, compacted
   * @throws {JournalError}
   */
  static async open(
    path: string,
    header: JournalHeader,
  ): Promise<{ readonly store: FileStore; readonly entries: readonly Entry[] }> {
    const real = realPath(path)
    const lock = new FileLock(real)
    try {
      const content = await ifExists(readJournalFile(real))
      if (content?.header === undefined) {
        const isNew = content === undefined
        const begun = { lock, file: JournalFile.create(real, header), header, last: 0, isNew }
        return { store: new FileStore(path, begun), entries: [] }
      }
      requireSame(real, content.header, header)
      const file = JournalFile.open(real, content.size)
      const entries = compact(content.entries)
      if (file.size.bytes > COMPACTED_MIN && entries.length <= content.entries.length / 2) {
        file.rewrite(content.header, entries)
      }
      const last = content.entries.at(-1)?.sequence ?? 0
      const opened = { lock, file, header: content.header, last, isNew: false }
      return { store: new FileStore(path, opened), entries }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** Number of the last entry. */
  get last(): number {
    return this.#last
  }

  get size(): JournalSize {
    return this.#file.size
  }

  read(): readonly Entry[] {
    return this.#file.read()
  }

  append(before: number, entries: readonly Entry[]): Appended {
    if (this.#last < before) return undefined
    if (this.#lock.isLost) {
      const problem = `${this.name}: another process has taken over the journal`
      throw new JournalError('JOURNAL_LOCKED', problem)
    }
    for (const entry of entries) {
      if (entry.sequence <= this.#last) continue
      this.#file.append(entry)
      this.#last = entry.sequence
    }
    return this.#appended
  }

  /** Adds an entry with the next number. */
  add(entry: Unnumbered): void {
    this.append(this.#last, [{ ...entry, sequence: this.#last + 1 } as Entry])
  }

  /** Numbers go on, also where the last entries are dropped. */
  rewrite(last: number, entries: readonly Entry[]): Appended {
    if (this.#last !== last) return undefined
    this.#file.rewrite(this.header, entries)
    return this.#appended
  }

  /** Drops what changes nothing any more. */
  compact(): void {
    this.rewrite(this.#last, compact(this.read()))
  }

  /**
   * Lets another process use it.
   *
   * @param hasServed false if the server could not start: a journal that it began is then removed
   */
  close(hasServed = true): void {
    try {
      if (!hasServed && this.#isNew && this.#last === 0) this.#file.remove()
    } catch {
      // It stays, as after an earlier start. Why this one has failed is more important.
    }
    this.#file.close()
    this.#lock.release()
  }

  get #appended(): Appended {
    return { own: this.size.bytes, all: this.size.bytes }
  }
}
