import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from '../primitives/errors.ts'
import { processSpace } from './processSpace.ts'

// A lock is a file that names its owner.

/** A lock without a sign for this long is that of a process that has ended. */
const SILENT_MS = 15_000

/** Without a sign for this long, a process of another machine or container has ended, however long it was suspended. */
const ABANDONED_MS = 3_600_000

/** The locks of this process, by their ids. */
const own = new Set<string>()

interface Owner {
  readonly pid: number
  readonly host: string
  readonly id: string
  /** where its process id is unique: `processSpace` */
  readonly space: string
}

/**
 * Takes a lock.
 *
 * @param id names the lock among all others
 * @returns false if there is one already
 * @throws {Error} of the file system
 */
export function createLock(lock: string, id: string): boolean {
  const owner: Owner = { pid: process.pid, host: hostname(), id, space: processSpace() }
  try {
    writeFileSync(lock, JSON.stringify(owner), { flag: 'wx' })
    own.add(id)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

export function releaseLock(lock: string, id: string): void {
  own.delete(id)
  if (ownerOf(lock)?.id === id) rmSync(lock, { force: true })
}

/**
 * Whether the process of a lock has surely ended. Unlike a lock that is taken over, what it keeps is removed then; and
 * containers may have one host name.
 */
export function isAbandoned(lock: string): boolean {
  const owner = ownerOf(lock)
  if (owner?.space === processSpace() && owner.pid !== process.pid) return !isRunning(owner.pid)
  try {
    return Date.now() - statSync(lock).mtimeMs > ABANDONED_MS
  } catch {
    return false
  }
}

/** Removes a lock whose process has ended. */
export function removeEnded(path: string): void {
  const owner = ownerOf(path)
  if (!hasEnded(path, owner)) return
  // Another process may do the same, and lock the file meanwhile: a lock that is not that one is put back.
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    if (ownerOf(aside)?.id === owner?.id) rmSync(aside)
    else renameSync(aside, path)
  } catch {
    // The other process was faster.
  }
}

function hasEnded(path: string, owner: Owner | undefined): boolean {
  // A process on this machine may have the id of one in another container, so only those of the same host are compared.
  if (owner?.host === hostname()) {
    return owner.pid === process.pid ? !own.has(owner.id) : !isRunning(owner.pid)
  }
  try {
    return Date.now() - statSync(path).mtimeMs > SILENT_MS
  } catch {
    return true
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process of another user may not be signalled.
    return codeOf(error) === 'EPERM'
  }
}

/** @returns undefined if there is no lock, or it is not written yet */
export function ownerOf(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch {
    return undefined
  }
}
