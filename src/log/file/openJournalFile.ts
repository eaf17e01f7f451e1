import { compact } from '../compact.ts'
import type { Entry } from '../entry.ts'
import { JournalError } from '../journalError.ts'
import { type JournalHeader, requireSame } from '../journalHeader.ts'
import { FileLock } from './fileLock.ts'
import { JournalFile } from './journalFile.ts'
import { ifExists, readJournalFile } from './readJournal.ts'
import { realPath } from './realPath.ts'

/** In bytes: a shorter journal stays as it is, because it is read fast enough. */
export const COMPACTED_MIN = 64 * 1024

/** The file of a journal, which no other process can open meanwhile. */
export interface OpenedFile {
  readonly file: JournalFile
  readonly lock: FileLock
  /** what it was begun with */
  readonly header: JournalHeader
  readonly entries: readonly Entry[]
  /** number of the last entry */
  readonly sequence: number
}

/**
 * Opens the file of a journal, or begins one where there is none.
 *
 * @throws {JournalError}
 */
export async function openJournalFile(path: string, header: JournalHeader): Promise<OpenedFile> {
  const real = realPath(path)
  const lock = new FileLock(real)
  try {
    const content = await ifExists(readJournalFile(real))
    if (content?.header === undefined) {
      return { file: JournalFile.create(real, header), lock, header, entries: [], sequence: 0 }
    }
    requireSame(real, content.header, header)
    const file = JournalFile.open(real, content.size)
    const entries = compact(content.entries)
    if (file.size.bytes > COMPACTED_MIN && entries.length <= content.entries.length / 2) {
      file.rewrite(content.header, entries)
    }
    const { sequence } = content.entries.at(-1) ?? { sequence: 0 }
    return { file, lock, header: content.header, entries, sequence }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** @throws {JournalError} JOURNAL_LOCKED if another process has taken over the journal */
export function requireLock(lock: FileLock, path: string): void {
  if (!lock.isLost) return
  throw new JournalError('JOURNAL_LOCKED', `${path}: another process has taken over the journal`)
}
