import type { Entry } from './entry.ts'
import type { JournalHeader } from './journalHeader.ts'
import type { JournalSize } from './journalSize.ts'

/** Where the entries of a journal are. */
export interface JournalStore {
  readonly size: JournalSize
  /** All of them, in order. */
  read(): readonly Entry[]
  /**
   * Adds an entry.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; the journal is then as before
   */
  append(entry: Entry): void
  /**
   * Replaces all of it.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; the journal is then as before
   */
  rewrite(header: JournalHeader, entries: readonly Entry[]): void
  /** Lets another process use it. */
  close(): void
}
