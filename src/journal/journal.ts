import type { EndpointLog, RecordedChange } from '../endpoint/changes.ts'
import { messageOf } from '../primitives/errors.ts'
import { compact } from './compact.ts'
import { type Entry, type EntryHead, entryOfChange, type Unnumbered } from './entry.ts'
import { FileLock } from './fileLock.ts'
import { JournalError } from './journalError.ts'
import { FileReplacedError, JournalFile } from './journalFile.ts'
import { type JournalHeader, requireSame } from './journalHeader.ts'
import { JournalMemory } from './journalMemory.ts'
import type { JournalStore } from './journalStore.ts'
import { type JournalContent, readJournalFile } from './readJournal.ts'
import { realPath } from './realPath.ts'

/** In bytes: a shorter journal stays as it is, because it is read fast enough. */
const COMPACTED_MIN = 64 * 1024

export interface JournalOptions {
  /** undefined: it is in memory, and ends with the process */
  readonly path: string | undefined
  /** what the entries start from */
  readonly header: JournalHeader
  /** in bytes; an endpoint that takes more than what is left cannot be changed */
  readonly bytesMax: number
}

/** A journal that was opened, and what it had. */
export interface OpenedJournal {
  readonly journal: Journal
  /** what it was begun with */
  readonly header: JournalHeader
  readonly entries: readonly Entry[]
}

/** What has happened to the endpoints of a server. A change is written before it is confirmed. */
export class Journal implements EndpointLog {
  readonly #store: JournalStore
  /** undefined without a file */
  readonly #lock: FileLock | undefined
  readonly #options: JournalOptions
  /** number of the last entry */
  #sequence: number
  #isRecording = false
  /** entries of changes that were made and could not be written */
  readonly #unwritten: Entry[] = []
  /** how long it was when compacting it did not help */
  #incompressible = 0

  private constructor(options: JournalOptions, store: JournalStore, lock?: FileLock, sequence = 0) {
    this.#options = options
    this.#store = store
    this.#lock = lock
    this.#sequence = sequence
  }

  /**
   * Opens a journal, or begins one where there is no file.
   *
   * @throws {JournalError}
   */
  static async open(options: JournalOptions): Promise<OpenedJournal> {
    const { path, header } = options
    if (path === undefined) {
      return { journal: new Journal(options, new JournalMemory()), header, entries: [] }
    }
    return Journal.#openFile(realPath(path), options)
  }

  static async #openFile(path: string, options: JournalOptions): Promise<OpenedJournal> {
    const { header } = options
    const lock = new FileLock(path)
    try {
      const content = await readIfExists(path)
      if (content?.header === undefined) {
        const file = JournalFile.create(path, header)
        return { journal: new Journal(options, file, lock), header, entries: [] }
      }
      requireSame(path, content.header, header)
      const file = JournalFile.open(path, content.size)
      const entries = compact(content.entries)
      if (file.size.bytes > COMPACTED_MIN && entries.length <= content.entries.length / 2) {
        file.rewrite(content.header, entries)
      }
      const { sequence } = content.entries.at(-1) ?? { sequence: 0 }
      const begun = { ...options, header: content.header }
      const journal = new Journal(begun, file, lock, sequence)
      return { journal, header: content.header, entries }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** Writes what happens from now on, after its entries were replayed. */
  begin(): void {
    this.#isRecording = true
  }

  isRecording(_key: string): boolean {
    return this.#isRecording
  }

  requireWritable(key: string): void {
    this.#flush()
    if (this.#hasRoom(key)) return
    this.#compact()
    if (this.#hasRoom(key)) return
    const { bytesMax } = this.#options
    const { size } = this.#store
    const problem = `${this.#name}: it has ${size.bytes} bytes, and ${size.bytesOf(key)} of them are of endpoint '${key}'`
    const right = `its limit (journalBytes) is ${bytesMax}: close endpoints, or raise the limit`
    throw new JournalError('JOURNAL_FULL', `${problem}; ${right}`)
  }

  write(key: string, made: RecordedChange): void {
    this.add(entryOfChange(key, made))
  }

  /** The main branch has become longer. What cannot be written now is written with the next change. */
  chainGrew({ number, hash }: EntryHead): void {
    try {
      this.add({ chain: { number, hash } })
    } catch {
      // The next change fails, because it is written after this one.
    }
  }

  /** What is written outlives this process. */
  kept(_key: string): undefined {
    return undefined
  }

  created(endpoint: string, options: object): void {
    this.add({ endpoint, create: { ...options } })
  }

  closed(endpoint: string): void {
    this.add({ endpoint, close: true })
  }

  /**
   * Adds an entry for something that was done, once the journal has begun.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; it is then written with the next one, if the file is still there
   */
  add(entry: Unnumbered): void {
    if (!this.#isRecording) return
    this.#unwritten.push({ sequence: ++this.#sequence, ...entry } as Entry)
    try {
      this.#flush()
    } catch (error) {
      const isLost = (error as JournalError).cause instanceof FileReplacedError
      const rest = isLost ? 'will then be lost' : 'is written with the next one'
      const problem = `${messageOf(error)}: the change was made, and ${rest}`
      throw new JournalError('JOURNAL_NOT_WRITTEN', problem, { cause: error })
    }
  }

  /** All entries, in order. */
  read(): readonly Entry[] {
    return this.#store.read()
  }

  /** Lets another process use it. */
  close(): void {
    try {
      this.#flush()
    } catch {
      // Whoever made the changes was told.
    }
    this.#store.close()
    this.#lock?.release()
  }

  get #name(): string {
    return this.#options.path ?? 'the journal'
  }

  /** No endpoint may take more than what it leaves for the others, so each can take something. */
  #hasRoom(key: string): boolean {
    const { size } = this.#store
    return size.bytesOf(key) <= this.#options.bytesMax - size.bytes
  }

  #flush(): void {
    if (this.#lock?.isLost) {
      const problem = `${this.#name}: another process has taken over the journal`
      throw new JournalError('JOURNAL_LOCKED', problem)
    }
    for (let entry = this.#unwritten[0]; entry !== undefined; entry = this.#unwritten[0]) {
      this.#store.append(entry)
      this.#unwritten.shift()
    }
  }

  #compact(): void {
    if (this.#store.size.bytes <= this.#incompressible) return
    this.#store.rewrite(this.#options.header, compact(this.#store.read()))
    // If that was not worth while, not every change tries it again.
    this.#incompressible = this.#store.size.bytes * 1.1
  }
}

/** @returns undefined if there is no file */
async function readIfExists(path: string): Promise<JournalContent | undefined> {
  try {
    return await readJournalFile(path)
  } catch (error) {
    const { code } = Object((error as Error).cause) as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw error
  }
}
