import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../primitives/errors.ts'
import { WitnessError } from './witnessError.ts'

/** In milliseconds: writing takes far less. */
const STALE_MS = 10_000
const PAUSE_MS = 10

/**
 * Runs work while no other process writes the folder.
 *
 * @throws {WitnessError} if the folder cannot be written
 */
export function withFolderLock<Result>(folder: string, work: () => Result): Result {
  const lock = join(folder, '.lock')
  while (!create(lock)) {
    if (isStale(lock)) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
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

/** Whether its process has ended while it was writing. */
function isStale(lock: string): boolean {
  try {
    return Date.now() - statSync(lock).mtimeMs > STALE_MS
  } catch {
    return false
  }
}
