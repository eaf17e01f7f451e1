import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { resolve } from 'node:path'
import { JournalError, onFile } from '../journalError.ts'
import { createLock, ownerOf, releaseLock, removeEnded } from './lockFile.ts'

/** How often the owner says that it still runs, for processes on other hosts. */
const SIGN_MS = 5000

/** A process that was suspended for so long looks again whether it still has the lock. */
const DOUBTFUL_MS = 10_000

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
    releaseLock(this.#path, this.#id)
  }

  /** @returns whether there was none */
  #create(): boolean {
    return onFile(this.#path, () => createLock(this.#path, { id: this.#id, path: this.#kept }))
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
