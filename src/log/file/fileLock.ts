import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { codeOf, messageOf } from '../../primitives/errors.ts'
import { JournalError } from '../journalError.ts'
import { processSpace } from './processSpace.ts'

/** How often the owner says that it still runs, for processes on other hosts. */
const SIGN_MS = 5000

/** A process that was suspended for so long looks again whether it still has the lock. */
const DOUBTFUL_MS = 10_000

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
  /** of the file */
  readonly path: string
  /** where its process id is unique: `processSpace` */
  readonly space: string
}

/** Keeps other processes from a file, by another file. A lock whose process has ended is taken over. */
export class FileLock {
  /** of the file that is kept from others */
  readonly #kept: string
  /** of the lock */
  readonly #path: string
  readonly #id: string
  readonly #timer: NodeJS.Timeout
  #isLost = false
  /** when it was last seen to have the lock, in milliseconds since 1970 */
  #signed = Date.now()

  /**
   * @param path of the file
   * @param lock the path of the lock; by default beside the file, with `.lock` added to its name
   * @throws {JournalError} JOURNAL_LOCKED
   */
  constructor(path: string, lock = `${path}.lock`) {
    this.#kept = resolve(path)
    this.#path = lock
    this.#id = randomUUID()
    if (!this.#create()) {
      removeEnded(this.#path)
      if (!this.#create()) throw locked(path, lock)
    }
    own.add(this.#id)
    this.#timer = setInterval(() => this.#sign(), SIGN_MS)
    this.#timer.unref()
  }

  /** Whether another process has taken it over, because this one gave no sign for too long. */
  get isLost(): boolean {
    if (Date.now() - this.#signed > DOUBTFUL_MS) this.#sign()
    return this.#isLost
  }

  release(): void {
    clearInterval(this.#timer)
    own.delete(this.#id)
    if (ownerOf(this.#path)?.id === this.#id) rmSync(this.#path, { force: true })
  }

  /** @returns whether there was none */
  #create(): boolean {
    const path = this.#kept
    const { pid } = process
    const owner: Owner = { pid, host: hostname(), id: this.#id, path, space: processSpace() }
    try {
      writeFileSync(this.#path, JSON.stringify(owner), { flag: 'wx' })
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      const problem = `${this.#path}: ${messageOf(error)}`
      throw new JournalError('JOURNAL_NOT_WRITTEN', problem, { cause: error })
    }
  }

  #sign(): void {
    try {
      this.#isLost = ownerOf(this.#path)?.id !== this.#id
      const now = new Date()
      if (this.#isLost) return
      utimesSync(this.#path, now, now)
      this.#signed = now.getTime()
    } catch {
      // The next sign may succeed.
    }
  }
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
function ownerOf(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

function locked(path: string, lock: string): JournalError {
  const owner = ownerOf(lock)
  const name = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`
  // A hard link, for example.
  const isOther = owner?.path !== undefined && owner.path !== resolve(path)
  const as = isOther ? ` as ${owner.path}` : ''
  const right = `stop it, or choose another path; if that process is not ommer, delete ${lock}`
  const problem = `${path}: ${name} uses the journal${as}: ${right}`
  return new JournalError('JOURNAL_LOCKED', problem)
}
