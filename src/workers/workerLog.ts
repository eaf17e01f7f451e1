import type { RecordedChange } from '../endpoint/changes.ts'
import { type EntryHead, entryOfChange, entryToJson, type Unnumbered } from '../journal/entry.ts'
import { JournalError } from '../journal/journalError.ts'
import { messageOf } from '../primitives/errors.ts'
import type { ServerLog } from '../server/group.ts'
import type { ToPrimary } from './toPrimary.ts'
import type { AppendAnswer } from './workerMessages.ts'

/** The journal of a worker: the primary process writes it. */
export class WorkerLog implements ServerLog {
  readonly #primary: Pick<ToPrimary, 'ask' | 'tell'>
  #isRecording = false
  /** resolves when all entries so far are written; undefined if they are */
  #kept: Promise<void> | undefined
  /** by endpoint, why it cannot be changed */
  readonly #problems = new Map<string, JournalError>()

  constructor(primary: Pick<ToPrimary, 'ask' | 'tell'>) {
    this.#primary = primary
  }

  begin(): void {
    this.#isRecording = true
  }

  isRecording(_key: string): boolean {
    return this.#isRecording
  }

  requireWritable(key: string): void {
    const problem = this.#problems.get(key)
    if (problem === undefined) return
    // There may be room again by the next time.
    void this.#note(key, this.#primary.ask({ kind: 'requireWritable', key })).catch(() => {})
    throw problem
  }

  write(key: string, made: RecordedChange): void {
    this.#append(key, entryOfChange(key, made))
  }

  created(endpoint: string, options: object): void {
    this.#append(endpoint, { endpoint, create: { ...options } })
  }

  closed(endpoint: string): void {
    this.#problems.delete(endpoint)
    this.#append(endpoint, { endpoint, close: true })
  }

  kept(_key: string): Promise<void> | undefined {
    return this.#kept
  }

  chainGrew(head: EntryHead): void {
    if (this.#isRecording) this.#primary.tell({ kind: 'grew', head })
  }

  close(): void {}

  #append(key: string, entry: Unnumbered): void {
    if (!this.#isRecording) return
    const json = entryToJson({ sequence: 0, ...entry })
    const written = this.#note(key, this.#primary.ask({ kind: 'append', json }))
    // Answers arrive in order, so the last one stands for all.
    const kept = Promise.all([this.#kept, written]).then(() => {})
    this.#kept = kept
    const forget = (): void => {
      if (this.#kept === kept) this.#kept = undefined
    }
    kept.then(forget, forget)
  }

  async #note(key: string, asked: Promise<unknown>): Promise<void> {
    try {
      const { problem } = (await asked) as AppendAnswer
      if (problem === undefined) this.#problems.delete(key)
      else this.#problems.set(key, new JournalError(problem.code, problem.message))
    } catch (error) {
      const problem = new JournalError('JOURNAL_NOT_WRITTEN', messageOf(error), { cause: error })
      this.#problems.set(key, problem)
      throw problem
    }
  }
}
