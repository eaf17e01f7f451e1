import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLock, ownerOf, releaseLock, removeEnded } from '../../locks/lockFile.ts'
import { messageOf } from '../../primitives/errors.ts'
import { WitnessError } from '../../primitives/witnessError.ts'

/** In milliseconds. */
const PAUSE_MS = 10

/** After this many pauses, whoever has the lock must have ended: writing takes far less time. */
const PAUSES_MAX = 1000

/**
 * Runs work while no other process or thread writes the folder.
 *
 * @throws {WitnessError} if the folder cannot be written
 */
export function withFolderLock<Result>(folder: string, work: () => Result): Result {
  const lock = join(folder, '.lock')
  const id = randomUUID()
  try {
    take(lock, id)
  } catch (cause) {
    throw new WitnessError(lock, messageOf(cause), { cause })
  }
  try {
    return work()
  } finally {
    releaseLock(lock, id)
  }
}

/** Counts pauses instead of reading the clock, which tests may set. */
function take(lock: string, id: string): void {
  let pauses = 0
  let seen: string | undefined
  while (!createLock(lock, id)) {
    const found = ownerOf(lock)
    // Of this process, another thread may have it.
    if (found !== undefined && found.pid !== process.pid) removeEnded(lock)
    if (createLock(lock, id)) return
    pauses = found?.id === seen ? pauses + 1 : 0
    seen = found?.id
    if (pauses > PAUSES_MAX) rmSync(lock, { force: true })
    else pause()
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}
