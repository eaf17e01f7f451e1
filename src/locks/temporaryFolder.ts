import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import { FileLock } from './fileLock.ts'
import { isAbandoned, removeEnded } from './lockFile.ts'

/** Beside each folder, a lock says whose it is. */
const LOCK = /^ommer-[a-z]+-[0-9a-f-]+\.owner$/

const PRIVATE = 0o700

const NAME_LENGTH = 13

/** A folder in the temporary folder of the system, of this process. */
export class TemporaryFolder {
  readonly path: string
  readonly #lock: FileLock

  /**
   * Creates a folder, and removes those of processes that were killed.
   *
   * @param kind what it is for, in small letters: a part of its name
   * @throws {OmmerError} NOT_WRITTEN
   */
  constructor(kind: string) {
    removeAbandoned()
    this.path = join(tmpdir(), `ommer-${kind}-${randomUUID().slice(0, NAME_LENGTH)}`)
    try {
      // First, so that a process that is killed leaves no folder without one. No other process knows its name.
      this.#lock = FileLock.take(`${this.path}.owner`) as FileLock
      mkdirSync(this.path, PRIVATE)
    } catch (cause) {
      throw new OmmerError('NOT_WRITTEN', `${this.path}: ${messageOf(cause)}`, { cause })
    }
  }

  remove(): void {
    // On Windows a file that was just closed may be held for a moment, by a virus scanner for example.
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 })
    this.#lock.release()
  }
}

/** Removes what killed processes of this user have left in the temporary folder. */
export function removeAbandoned(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      if (LOCK.test(name)) removeIfAbandoned(join(tmpdir(), name))
    }
  } catch {
    // There is no such folder: that is reported where it is needed.
  }
}

function removeIfAbandoned(lock: string): void {
  try {
    // Another user could make a lock beside a folder of this one.
    const stat = lstatSync(lock)
    if (!stat.isFile() || stat.uid !== (process.getuid?.() ?? stat.uid)) return
    if (!isAbandoned(lock)) return
    rmSync(lock.slice(0, -'.owner'.length), { recursive: true, force: true })
    removeEnded(lock)
  } catch {
    // Another process does the same.
  }
}
