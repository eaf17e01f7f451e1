import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../primitives/errors.ts'
import { WitnessError } from '../../primitives/witnessError.ts'

/** In milliseconds. */
const PAUSE_MS = 10

/** After this many pauses, the process that has the lock must have ended: writing takes far less time. */
const PAUSES_MAX = 1000

/**
 * Runs work while no other process writes the folder.
 *
 * @throws {WitnessError} if the folder cannot be written
 */
export function withFolderLock<Result>(folder: string, work: () => Result): Result {
  const lock = join(folder, '.lock')
  take(lock)
  const own = identityOf(lock)
  try {
    return work()
  } finally {
    if (identityOf(lock) === own) rmSync(lock, { force: true })
  }
}

/** Counts pauses instead of reading the clock, which tests may set. */
function take(lock: string): void {
  let pauses = 0
  for (let seen: string | undefined; !create(lock); ) {
    const found = identityOf(lock)
    pauses = found === seen ? pauses + 1 : 0
    seen = found
    if (pauses >= PAUSES_MAX) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}

/** @returns false if another process has it */
function create(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw new WitnessError(lock, messageOf(cause), { cause })
  }
}

/** @returns undefined if nobody has the lock */
function identityOf(lock: string): string | undefined {
  const { ino, mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {}
  return ino === undefined ? undefined : `${ino} ${mtimeMs}`
}
