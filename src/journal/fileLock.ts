import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { messageOf } from '../primitives/errors.ts'
import { JournalError } from './journalError.ts'

/** How often the owner says that it still runs, for processes on other hosts. */
const SIGN_MS = 5000

/** A process that was suspended for so long looks again whether it still has the lock. */
const DOUBTFUL_MS = 10_000

/** A lock without a sign for this long is that of a process that has ended. */
const SILENT_MS = 15_000

/** The locks of this process, by their ids. */
const own = new Set<string>()

interface Owner {
  readonly pid: number
  readonly host: string
  readonly id: string
}

/** Keeps other processes from a file, by a file beside it. A lock whose process has ended is taken over. */
export class FileLock {
  readonly #path: string
  readonly #id: string
  readonly #timer: NodeJS.Timeout
  #isLost = false
  /** when it was last seen to have the lock, in milliseconds since 1970 */
  #signed = Date.now()

  /**
   * @param path of the file; the lock is beside it, with `.lock` added to its name
   * @throws {JournalError} JOURNAL_LOCKED
   */
  constructor(path: string) {
    this.#path = `${path}.lock`
    this.#id = randomUUID()
    if (!this.#create()) {
      removeEnded(this.#path)
      if (!this.#create()) throw locked(path, ownerOf(this.#path))
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
    const content = JSON.stringify({ pid: process.pid, host: hostname(), id: this.#id })
    try {
      writeFileSync(this.#path, content, { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
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

/** Removes a lock whose process has ended. */
function removeEnded(path: string): void {
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
    return (error as NodeJS.ErrnoException).code === 'EPERM'
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

function locked(path: string, owner: Owner | undefined): JournalError {
  const name = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`
  const right = `stop it, or choose another path; if that process is not ommer, delete ${path}.lock`
  const problem = `${path}: ${name} uses the journal: ${right}`
  return new JournalError('JOURNAL_LOCKED', problem)
}
