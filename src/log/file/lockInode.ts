import { createHash } from 'node:crypto'
import { fstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JournalError } from '../journalError.ts'
import { FileLock } from './fileLock.ts'
import { machine } from './processSpace.ts'

const NAME_LENGTH = 16

/**
 * Keeps other processes of this machine from a file under all its names: hard links to it are one file, and so are paths
 * through different mounts.
 *
 * @param file that is open
 * @returns undefined if the temporary folder, where the lock is, cannot be written
 * @throws {JournalError} JOURNAL_LOCKED
 */
export function lockInode(path: string, file: number): FileLock | undefined {
  const { dev, ino } = fstatSync(file, { bigint: true })
  const digest = createHash('sha256').update(`${machine()} ${dev} ${ino}`).digest('hex')
  const lock = join(tmpdir(), `ommer-file-${digest.slice(0, NAME_LENGTH)}.owner`)
  try {
    return new FileLock(path, lock)
  } catch (error) {
    if (error instanceof JournalError && error.code === 'JOURNAL_NOT_WRITTEN') return undefined
    throw error
  }
}
