import { crc32 } from '../../primitives/crc32.ts'
import { codeOf, messageOf } from '../../primitives/errors.ts'
import { RefusedFileError, readPieces, readRegularFile } from '../../primitives/regularFile.ts'
import { type Entry, entryFromJson } from '../entry.ts'
import { JournalError } from '../journalError.ts'
import { type JournalHeader, noJournal, readHeader } from '../journalHeader.ts'
import { JournalSize } from './journalSize.ts'

/** A journal that is longer cannot be read at once. */
export const BYTES_MAX = 2 ** 30

// Each line is the checksum of the rest in hex, a space, and JSON. The first line is the header.

// JSON may have line separators of Unicode, which only the flag `s` lets a dot match.
const LINE = /^[0-9a-f]{8} \{.*\}$/s

/** The beginning of a first line that was being written when the process ended. */
const TORN_HEADER = /^[0-9a-f]{0,8}(?: (?:\{.*)?)?$/s

export interface JournalContent {
  /** undefined if the process ended before it was written */
  readonly header: JournalHeader | undefined
  readonly entries: readonly Entry[]
  /** without a last line that was not written whole */
  readonly size: JournalSize
  /** whether there is such a line */
  readonly isCutOff: boolean
}

/**
 * Reads a journal. A last line that was not written whole is dropped: its change was never confirmed.
 *
 * @param path for errors
 * @throws {JournalError} JOURNAL_DAMAGED, with the first line that is
 */
export function readJournal(path: string, content: Buffer): JournalContent {
  const entries: Entry[] = []
  const size = new JournalSize()
  let header: JournalHeader | undefined
  let line = 0
  let start = 0
  while (start < content.length) {
    const end = content.indexOf('\n', start)
    if (end === -1) break
    line++
    const json = checkedLine(content.subarray(start, end))
    if (json === undefined) {
      if (line === 1) throw noJournal(path)
      throw damaged(path, line, 'its checksum does not match')
    }
    if (header === undefined) header = readHeader(path, json)
    else entries.push(readEntry(path, line, json, entries.at(-1)))
    size.add(entries.at(-1), end + 1 - start)
    start = end + 1
  }
  if (header === undefined && !TORN_HEADER.test(content.toString('latin1', 0, 4096))) {
    throw noJournal(path)
  }
  return { header, entries, size, isCutOff: start < content.length }
}

function checkedLine(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  if (!LINE.test(text)) return undefined
  return crc32(bytes.subarray(9)) === Number.parseInt(text.slice(0, 8), 16)
    ? text.slice(9)
    : undefined
}

function readEntry(path: string, line: number, json: string, before: Entry | undefined): Entry {
  let entry: Entry
  try {
    entry = entryFromJson(json)
  } catch (error) {
    throw damaged(path, line, messageOf(error))
  }
  if (entry.sequence > (before?.sequence ?? 0)) return entry
  throw damaged(path, line, `its number is ${entry.sequence}, after ${before?.sequence}`)
}

function damaged(path: string, line: number, problem: string): JournalError {
  const right = 'restore the file from a copy, or cut it off before that line'
  return new JournalError('JOURNAL_DAMAGED', `${path}: line ${line}: ${problem}: ${right}`)
}

/**
 * Reads the file of a journal.
 *
 * @throws {JournalError} as {@link readJournal}, or if there is no file that can be read
 */
export async function readJournalFile(path: string): Promise<JournalContent> {
  const bytes = await readable(path, () => readRegularFile(path, BYTES_MAX))
  return readJournal(path, bytes)
}

/**
 * Reads what a journal was begun with, and no entries.
 *
 * @returns undefined if there is no such file, or the process ended before it was written
 * @throws {JournalError} if it cannot be read
 */
export async function readHeaderOfFile(path: string): Promise<JournalHeader | undefined> {
  const read = readable(path, async () => {
    for await (const piece of readPieces(path)) return piece
    return Buffer.alloc(0)
  })
  const start = (await ifExists(read)) ?? Buffer.alloc(0)
  const end = start.indexOf('\n') + 1
  return readJournal(path, end === 0 ? start : start.subarray(0, end)).header
}

/** @returns undefined if reading fails because there is no file */
export async function ifExists<T>(content: Promise<T>): Promise<T | undefined> {
  try {
    return await content
  } catch (error) {
    if (isMissing((error as Error).cause)) return undefined
    throw error
  }
}

/** @throws {JournalError} if the file cannot be read */
async function readable(path: string, read: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await read()
  } catch (error) {
    const code = error instanceof RefusedFileError ? 'JOURNAL_DAMAGED' : 'JOURNAL_NOT_READ'
    const problem = isMissing(error) ? 'there is no such file' : messageOf(error)
    throw new JournalError(code, `${path}: ${problem}`, { cause: error })
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}
