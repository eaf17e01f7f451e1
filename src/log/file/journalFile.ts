import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { FileLock } from '../../locks/fileLock.ts'
import { ownerOf } from '../../locks/lockFile.ts'
import { compact } from '../compact.ts'
import { type Entry, entryToJson, type Unnumbered } from '../entry.ts'
import { JournalError, onFile } from '../journalError.ts'
import { type JournalHeader, requireSame } from '../journalHeader.ts'
import type { JournalSize } from './journalSize.ts'
import { ifExists, readJournal, readJournalFile } from './readJournal.ts'
import { realPath } from './realPath.ts'
import { type Written, writeJournal, writeLine } from './writeJournal.ts'

/** In bytes: a shorter journal stays as it is, because it is read fast enough. */
export const COMPACTED_MIN = 64 * 1024

const isWindows = process.platform === 'win32'

/** In place of a file descriptor: the system refuses it. */
const CLOSED = -1

/** The cause of a `JournalError`: the path leads to another file, so nobody would find what is written to this one. */
export class FileReplacedError extends Error {
  constructor() {
    const problem = 'another program has removed, replaced or changed the file'
    super(`${problem}: moves fail until the server is started again`)
  }
}

interface Opened {
  /** as it was given, for messages */
  readonly name: string
  readonly path: string
  readonly lock: FileLock
  readonly header: JournalHeader
  /** whether there was no file before */
  readonly isNew: boolean
}

/**
 * A journal in a file, which no other process can open meanwhile. What is written survives the process, but perhaps not the
 * failure of the machine.
 */
export class JournalFile {
  readonly #opened: Opened
  #written: Written
  #last: number

  private constructor(opened: Opened, written: Written, last: number) {
    this.#opened = opened
    this.#written = written
    this.#last = last
  }

  /**
   * Opens a journal, or begins one where there is no file. What follows the last whole line is cut off.
   *
   * @returns also its entries, compacted
   * @throws {JournalError}
   */
  static async open(
    name: string,
    header: JournalHeader,
  ): Promise<{ readonly file: JournalFile; readonly entries: readonly Entry[] }> {
    const path = realPath(name)
    const lock = takeLock(path)
    try {
      const content = await ifExists(readJournalFile(path))
      if (content?.header === undefined) {
        const opened = { name, path, lock, header, isNew: content === undefined }
        return { file: new JournalFile(opened, writeJournal(path, header, []), 0), entries: [] }
      }
      requireSame(path, content.header, header)
      const opened = { name, path, lock, header: content.header, isNew: false }
      const last = content.entries.at(-1)?.sequence ?? 0
      const file = new JournalFile(opened, openWritten(path, content.size), last)
      const entries = compact(content.entries)
      if (file.size.bytes > COMPACTED_MIN && entries.length <= content.entries.length / 2) {
        file.#rewrite(entries)
      }
      return { file, entries }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  get name(): string {
    return this.#opened.name
  }

  /** What it was begun with. */
  get header(): JournalHeader {
    return this.#opened.header
  }

  /** Number of the last entry. It stays where the last entries are dropped. */
  get last(): number {
    return this.#last
  }

  get size(): JournalSize {
    return this.#written.size
  }

  /** All entries, in order. */
  read(): readonly Entry[] {
    const { path } = this.#opened
    return readJournal(path, readFileSync(path)).entries
  }

  /** @throws {JournalError} JOURNAL_LOCKED if another process has taken it over */
  requireLock(): void {
    const { name, lock } = this.#opened
    if (!lock.isLost) return
    throw new JournalError('JOURNAL_LOCKED', `${name}: another process has taken over the journal`)
  }

  /**
   * Adds an entry, whose number is above that of the last one.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN, JOURNAL_LOCKED; the journal is then as before
   */
  append(entry: Entry): void {
    this.requireLock()
    const { file, size } = this.#written
    const { bytes: end } = size
    const added = onFile(this.#opened.path, () => {
      this.#requireUnchanged()
      try {
        return writeLine(file, entryToJson(entry), end)
      } catch (error) {
        ftruncateSync(file, end)
        throw error
      }
    })
    size.add(entry, added)
    this.#last = entry.sequence
  }

  /** Adds an entry with the next number. @throws as `append` */
  add(entry: Unnumbered): void {
    this.append({ ...entry, sequence: this.#last + 1 } as Entry)
  }

  /**
   * Drops what changes nothing any more.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; the journal is then as before
   */
  compact(): void {
    this.#rewrite(compact(this.read()))
  }

  /**
   * Lets another process use it.
   *
   * @param hasServed false if the server could not start: a journal that it began is then removed
   */
  close(hasServed = true): void {
    const { path, isNew, lock } = this.#opened
    try {
      if (!hasServed && isNew && this.#last === 0) {
        this.#requireUnchanged()
        rmSync(path)
      }
    } catch {
      // It stays, as after an earlier start. Why this one has failed is more important.
    }
    const { file } = this.#written
    if (file !== CLOSED) closeSync(file)
    lock.release()
  }

  #rewrite(entries: readonly Entry[]): void {
    const { path, header } = this.#opened
    const before = this.#written
    // Windows does not replace a file that is open.
    const release = (): void => {
      closeSync(before.file)
      this.#written = { ...before, file: CLOSED }
    }
    try {
      this.#written = writeJournal(path, header, entries, release)
    } catch (error) {
      if (this.#written.file === CLOSED) {
        this.#written = { ...before, file: openSync(path, 'r+') }
      }
      throw error
    }
  }

  /** Otherwise a change would be confirmed that nobody finds at the next start. */
  #requireUnchanged(): void {
    const { ino, dev, size } = fstatSync(this.#written.file)
    const named = statSync(this.#opened.path, { throwIfNoEntry: false })
    // On Windows, Node has several numbers for one volume.
    const isSame = named?.ino === ino && (isWindows || named.dev === dev)
    if (isSame && size === this.size.bytes) return
    throw new FileReplacedError()
  }
}

/** @throws {JournalError} JOURNAL_LOCKED */
function takeLock(path: string): FileLock {
  const lock = `${path}.lock`
  const taken = onFile(lock, () => FileLock.take(lock))
  if (taken !== undefined) return taken
  const owner = ownerOf(lock)
  const name = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`
  const right = `stop it, or choose another path; if that process is not ommer, delete ${lock}`
  throw new JournalError('JOURNAL_LOCKED', `${path}: ${name} uses the journal: ${right}`)
}

/**
 * Opens the file of a journal, to add entries.
 *
 * @throws {JournalError} JOURNAL_NOT_WRITTEN
 */
function openWritten(path: string, size: JournalSize): Written {
  return onFile(path, () => {
    const file = openSync(path, 'r+')
    try {
      ftruncateSync(file, size.bytes)
      return { file, size }
    } catch (error) {
      closeSync(file)
      throw error
    }
  })
}
