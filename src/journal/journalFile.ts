import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import { crc32 } from '../primitives/crc32.ts'
import { messageOf } from '../primitives/errors.ts'
import { type Entry, entryToJson } from './entry.ts'
import type { Header } from './header.ts'
import { JournalError } from './journalError.ts'

function lineOf(json: string): Buffer {
  const bytes = Buffer.from(json)
  const sum = crc32(bytes).toString(16).padStart(8, '0')
  return Buffer.concat([Buffer.from(`${sum} `), bytes, Buffer.from('\n')])
}

/** A journal that is written. What is written survives the process, but perhaps not the failure of the machine. */
export class JournalFile {
  readonly #path: string
  #file: number
  #bytes: number

  private constructor(path: string, file: number, bytes: number) {
    this.#path = path
    this.#file = file
    this.#bytes = bytes
  }

  /**
   * Begins a journal.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN
   */
  static create(path: string, header: Header): JournalFile {
    const { file, bytes } = writeJournal(path, header, [])
    return new JournalFile(path, file, bytes)
  }

  /**
   * Opens a journal, to add entries.
   *
   * @param bytes how long it is; what follows is cut off
   * @throws {JournalError} JOURNAL_NOT_WRITTEN
   */
  static open(path: string, bytes: number): JournalFile {
    return attempt(path, () => {
      const file = openSync(path, 'r+')
      ftruncateSync(file, bytes)
      return new JournalFile(path, file, bytes)
    })
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Adds an entry.
   *
   * @returns how many bytes it takes
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; the file is then as before
   */
  append(entry: Entry): number {
    const bytes = lineOf(entryToJson(entry))
    attempt(this.#path, () => {
      try {
        writeAll(this.#file, bytes, this.#bytes)
      } catch (error) {
        ftruncateSync(this.#file, this.#bytes)
        throw error
      }
    })
    this.#bytes += bytes.length
    return bytes.length
  }

  /**
   * Replaces all of it.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; the file is then as before
   */
  rewrite(header: Header, entries: readonly Entry[]): void {
    const { file, bytes } = writeJournal(this.#path, header, entries)
    closeSync(this.#file)
    this.#file = file
    this.#bytes = bytes
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Writes a whole journal in place of what was there: readers see either. */
function writeJournal(
  path: string,
  header: Header,
  entries: readonly Entry[],
): { readonly file: number; readonly bytes: number } {
  return attempt(path, () => {
    const temporary = `${path}.new`
    // It contains API keys.
    const file = openSync(temporary, 'w', 0o600)
    let bytes = 0
    for (const json of [JSON.stringify(header), ...entries.map(entryToJson)]) {
      bytes += writeAll(file, lineOf(json), bytes)
    }
    // Otherwise the failure of the machine could leave an empty file under the name.
    fsyncSync(file)
    renameSync(temporary, path)
    return { file, bytes }
  })
}

function writeAll(file: number, bytes: Buffer, position: number): number {
  let written = 0
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
  }
  return written
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new JournalError('JOURNAL_NOT_WRITTEN', `${path}: ${messageOf(error)}`, { cause: error })
  }
}
