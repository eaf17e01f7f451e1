import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { createLock, ownerOf, releaseLock, removeEnded } from './lockFile.ts'

/** How often the owner says that it still runs, for processes on other hosts. */
const SIGN_MS = 5000

/** A process that was suspended for so long looks again whether it still has the lock. */
const DOUBTFUL_MS = 10_000

/** Keeps other processes from something, by a file. A lock whose process has ended is taken over. */
export class FileLock {
  readonly #path: string
  readonly #id: string
  readonly #timer: NodeJS.Timeout
  #isLost = false
  /** when it was last seen to have the lock, in milliseconds since 1970 */
  #signed = Date.now()

  private constructor(path: string, id: string) {
    this.#path = path
    this.#id = id
    this.#timer = setInterval(() => this.#sign(), SIGN_MS)
    this.#timer.unref()
  }

  /**
   * Takes a lock.
   *
   * @param path of the lock
   * @returns undefined if another process has it
   * @throws {Error} of the file system
   */
  static take(path: string): FileLock | undefined {
    const id = randomUUID()
    if (!createLock(path, id)) {
      removeEnded(path)
      if (!createLock(path, id)) return undefined
    }
    return new FileLock(path, id)
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
