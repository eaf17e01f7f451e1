import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from '../../primitives/crc32.ts'
import { type Entry, entryToJson } from '../entry.ts'
import { onFile } from '../journalError.ts'
import type { JournalHeader } from '../journalHeader.ts'
import { JournalSize } from './journalSize.ts'

/** A journal that is open. */
export interface Written {
  /** its descriptor */
  readonly file: number
  readonly size: JournalSize
}

/**
 * Writes a whole journal in place of what was there: readers see either.
 *
 * @param release is called before another file is replaced
 */
export function writeJournal(
  path: string,
  header: JournalHeader,
  entries: readonly Entry[],
  release?: () => void,
): Written {
  return onFile(path, () => {
    const temporary = `${path}.new`
    // It contains API keys.
    const file = openSync(temporary, 'w', 0o600)
    try {
      const size = writeLines(file, header, entries)
      // Otherwise the failure of the machine could leave an empty file under the name.
      fsyncSync(file)
      release?.()
      renameSync(temporary, path)
      return { file, size }
    } catch (error) {
      closeSync(file)
      rmSync(temporary, { force: true })
      throw error
    }
  })
}

function writeLines(file: number, header: JournalHeader, entries: readonly Entry[]): JournalSize {
  const size = new JournalSize()
  const write = (entry: Entry | undefined, json: string): void => {
    size.add(entry, writeLine(file, json, size.bytes))
  }
  write(undefined, JSON.stringify(header))
  for (const entry of entries) write(entry, entryToJson(entry))
  return size
}

/** Writes a checksum, a space and JSON. @returns how many bytes */
export function writeLine(file: number, json: string, position: number): number {
  const text = Buffer.from(json)
  const sum = crc32(text).toString(16).padStart(8, '0')
  const bytes = Buffer.concat([Buffer.from(`${sum} `), text, Buffer.from('\n')])
  let written = 0
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
  }
  return written
}
