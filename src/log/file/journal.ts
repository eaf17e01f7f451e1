import type { ChangeLog, Happened } from '../../endpoint/changes.ts'
import { messageOf } from '../../primitives/errors.ts'
import { type Entry, type EntryHead, entryOf, type Unnumbered } from '../entry.ts'
import { JournalError } from '../journalError.ts'
import { journalFull } from '../journalFull.ts'
import type { JournalHeader } from '../journalHeader.ts'
import { FileReplacedError, JournalFile } from './journalFile.ts'

/** What has happened to the endpoints of a server. A change is written before it is confirmed. */
export class Journal implements ChangeLog {
  readonly #file: JournalFile
  readonly #bytesMax: number
  #isRecording = false
  /** entries of changes that were made and could not be written */
  #unwritten: Entry[] = []
  /** how long it was when compacting it did not help */
  #incompressible = 0

  private constructor(file: JournalFile, bytesMax: number) {
    this.#file = file
    this.#bytesMax = bytesMax
  }

  /**
   * Opens a journal, or begins one where there is no file.
   *
   * @param header what the entries start from
   * @param bytesMax an endpoint that takes more than what is left cannot be changed
   * @returns also its entries, and what it was begun with
   * @throws {JournalError}
   */
  static async open(path: string, header: JournalHeader, bytesMax: number) {
    const { file, entries } = await JournalFile.open(path, header)
    return { journal: new Journal(file, bytesMax), header: file.header, entries }
  }

  /** Writes what happens from now on, after its entries were replayed. */
  begin(): void {
    this.#isRecording = true
  }

  isRecording(_key: string): boolean {
    return this.#isRecording
  }

  requireWritable(key: string): void {
    this.#file.requireLock()
    this.#flush()
    const full = (): JournalError | undefined => {
      const { name, size } = this.#file
      const share = { own: size.bytesOf(key), all: size.bytes }
      return journalFull(name, key, share, this.#bytesMax)
    }
    if (full() !== undefined) this.#compact()
    const error = full()
    if (error !== undefined) throw error
  }

  write(key: string, happened: Happened): void {
    // What was written of a closed endpoint can be dropped.
    if ('close' in happened) this.#incompressible = 0
    this.#add(entryOf(key, happened))
  }

  /** The main branch has become longer. What cannot be written now is written with the next change. */
  chainGrew({ number, hash }: EntryHead): void {
    try {
      this.#add({ chain: { number, hash } })
    } catch {
      // The next change fails, because it is written after this one.
    }
  }

  /** What is written outlives this process. What could not be written is tried again. */
  kept(key: string): Promise<void> | undefined {
    const isKept = this.#unwritten.every((entry) => 'endpoint' in entry && entry.endpoint !== key)
    if (isKept) return undefined
    try {
      this.#flush()
      return undefined
    } catch (error) {
      const problem = `${messageOf(error)}: endpoint '${key}' waits until its last change can be written`
      return Promise.reject(new JournalError('JOURNAL_NOT_WRITTEN', problem, { cause: error }))
    }
  }

  /**
   * Adds an entry for something that was done, once the journal has begun.
   *
   * @throws {JournalError} JOURNAL_NOT_WRITTEN; it is then written with the next one, if the file is still there
   */
  #add(entry: Unnumbered): void {
    if (!this.#isRecording) return
    const sequence = (this.#unwritten.at(-1)?.sequence ?? this.#file.last) + 1
    this.#unwritten.push({ sequence, ...entry } as Entry)
    try {
      this.#flush()
    } catch (error) {
      const isLost = (error as JournalError).cause instanceof FileReplacedError
      const rest = isLost ? 'will then be lost' : 'is written with the next one'
      const problem = `${messageOf(error)}: the change was made, and ${rest}`
      throw new JournalError('JOURNAL_NOT_WRITTEN', problem, { cause: error })
    }
  }

  /**
   * Lets another process use it.
   *
   * @param hasServed false if the server could not start
   */
  close(hasServed = true): void {
    try {
      this.#flush()
    } catch {
      // The client that made the changes has got an error.
    }
    this.#file.close(hasServed)
  }

  #flush(): void {
    const file = this.#file
    try {
      for (const entry of this.#unwritten) file.append(entry)
    } finally {
      this.#unwritten = this.#unwritten.filter(({ sequence }) => sequence > file.last)
    }
  }

  #compact(): void {
    if (this.#file.size.bytes <= this.#incompressible) return
    this.#file.compact()
    // If that was not worth while, not every change tries it again.
    this.#incompressible = this.#file.size.bytes * 1.1
  }
}
