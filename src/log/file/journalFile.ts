import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { crc32 } from '../../primitives/crc32.ts'
import { type Entry, entryToJson } from '../entry.ts'
import { onFile } from '../journalError.ts'
import type { JournalHeader } from '../journalHeader.ts'
import type { FileLock } from './fileLock.ts'
import { JournalSize } from './journalSize.ts'
import { lockInode } from './lockInode.ts'
import { readJournal } from './readJournal.ts'

const isWindows = process.platform === 'win32'

/** In place of a file descriptor: the system refuses it. */
const CLOSED = -1

function lineOf(json: string): Buffer {
  const bytes = Buffer.from(json)
  const sum = crc32(bytes).toString(16).padStart(8, '0')
  return Buffer.concat([Buffer.from(`${sum} `), bytes, Buffer.from('\n')])
}

/** The cause of a `JournalError`: the path leads to another file, so nobody would find what is written to this one. */
export class FileReplacedError extends Error {
  constructor() {
    const problem = 'another program has removed, replaced or changed the file'
    super(`${problem}: moves fail until the server is started again`)
  }
}

interface Written {
  /** its descriptor */
  readonly file: number
  readonly size: JournalSize
  /** keeps others from the file under all its names */
  readonly lock: FileLock | undefined
}

/** A journal in a file. What is written survives the process, but perhaps not the failure of the machine. */
export class JournalFile {
  readonly #path: string
  #written: Written

  private constructor(path: string, written: Written) {
    this.#path = path
    this.#written = written
  }

  /**
   * Begins a journal.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN
   */
  static create(path: string, header: JournalHeader): JournalFile {
    return new JournalFile(path, writeJournal(path, header, []))
  }

  /**
   * Opens a journal, to add entries.
   *
   * @param size how long it is; what follows is cut off
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; JOURNAL_LOCKED if another process uses the file under another name
   */
  static open(path: string, size: JournalSize): JournalFile {
    return onFile(path, () => {
      const file = openSync(path, 'r+')
      try {
        const lock = lockInode(path, file)
        ftruncateSync(file, size.bytes)
        return new JournalFile(path, { file, size, lock })
      } catch (error) {
        closeSync(file)
        throw error
      }
    })
  }

  get size(): JournalSize {
    return this.#written.size
  }

  /** All entries, in order. */
  read(): readonly Entry[] {
    return readJournal(this.#path, readFileSync(this.#path)).entries
  }

  /**
   * Adds an entry.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; the journal is then as before
   */
  append(entry: Entry): void {
    const line = lineOf(entryToJson(entry))
    const { file, size } = this.#written
    const { bytes: end } = size
    onFile(this.#path, () => {
      this.#requireUnchanged()
      try {
        writeAll(file, line, end)
      } catch (error) {
        ftruncateSync(file, end)
        throw error
      }
    })
    size.add(entry, line.length)
  }

  /**
   * Replaces all of it.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; the journal is then as before
   */
  rewrite(header: JournalHeader, entries: readonly Entry[]): void {
    const before = this.#written
    // Windows does not replace a file that is open.
    const release = (): void => {
      closeSync(before.file)
      this.#written = { ...before, file: CLOSED }
    }
    try {
      this.#written = writeJournal(this.#path, header, entries, release)
      before.lock?.release()
    } catch (error) {
      if (this.#written.file === CLOSED) {
        this.#written = { ...before, file: openSync(this.#path, 'r+') }
      }
      throw error
    }
  }

  /** Lets another process use it. */
  close(): void {
    const { file, lock } = this.#written
    if (file !== CLOSED) closeSync(file)
    lock?.release()
  }

  /** Deletes it, unless another file has its name now. */
  remove(): void {
    onFile(this.#path, () => {
      this.#requireUnchanged()
      rmSync(this.#path)
    })
  }

  /** Otherwise a change would be confirmed that nobody finds at the next start. */
  #requireUnchanged(): void {
    const { ino, dev, size } = fstatSync(this.#written.file)
    const named = statSync(this.#path, { throwIfNoEntry: false })
    // On Windows, Node has several numbers for one volume.
    const isSame = named?.ino === ino && (isWindows || named.dev === dev)
    if (isSame && size === this.size.bytes) return
    throw new FileReplacedError()
  }
}

/**
 * Writes a whole journal in place of what was there: readers see either.
 *
 * @param release is called before another file is replaced
 */
function writeJournal(
  path: string,
  header: JournalHeader,
  entries: readonly Entry[],
  release?: () => void,
): Written {
  return onFile(path, () => {
    const temporary = `${path}.new`
    // It contains API keys.
    const file = openSync(temporary, 'w', 0o600)
    let lock: FileLock | undefined
    try {
      const size = writeLines(file, header, entries)
      // Otherwise the failure of the machine could leave an empty file under the name.
      fsyncSync(file)
      lock = lockInode(path, file)
      release?.()
      renameSync(temporary, path)
      return { file, size, lock }
    } catch (error) {
      lock?.release()
      closeSync(file)
      rmSync(temporary, { force: true })
      throw error
    }
  })
}

function writeLines(file: number, header: JournalHeader, entries: readonly Entry[]): JournalSize {
  const size = new JournalSize()
  const write = (entry: Entry | undefined, json: string): void => {
    size.add(entry, writeAll(file, lineOf(json), size.bytes))
  }
  write(undefined, JSON.stringify(header))
  for (const entry of entries) write(entry, entryToJson(entry))
  return size
}

function writeAll(file: number, bytes: Buffer, position: number): number {
  let written = 0
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
  }
  return written
}
