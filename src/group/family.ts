import { setTimeout as sleep } from 'node:timers/promises'
import { compact } from '../log/compact.ts'
import type { Entry, Unnumbered } from '../log/entry.ts'
import { JournalError } from '../log/journalError.ts'
import { type JournalShare, journalFull } from '../log/journalFull.ts'
import { messageOf } from '../primitives/errors.ts'
import type { GroupStore } from './groupStore.ts'
import { StoreUnreachableError } from './storeUnreachableError.ts'

/** How long a change waits until it is kept. */
const KEPT_MS = 10_000

/** While a change has waited for so long, no other one is made. */
const PATIENCE_MS = 2000

/** How long to wait before the store is tried again, and if it has refused. */
const RETRY_MS = 50
const REFUSED_MS = 500

/** How many entries are added at a time. */
const BATCH = 100

/** Fewer entries stay as they are, because they are replayed fast enough. */
const COMPACTED_MIN = 500

export interface FamilyEvents {
  /** Another member owns it now. */
  onLost(family: Family): void
  /** No entry is left, because its endpoint was closed. */
  onEmpty(family: Family): void
}

/** An entry that the store may not have yet. */
interface Unkept {
  readonly entry: Unnumbered
  /** are called when the store has it, or is known not to take it */
  readonly waiters: ((error?: JournalError) => void)[]
}

/** Endpoints that follow each other, which one member owns together. Most are of one endpoint. */
export class Family {
  /** the key that it is named after */
  readonly root: string
  readonly #member: string
  readonly #store: GroupStore
  readonly #events: FamilyEvents
  #kept = 0
  #unkept: Unkept[] = []
  /** when the first of them was added */
  #since = 0
  /** why the store does not take entries; undefined if it does, or does not answer */
  #refusal: JournalError | undefined
  #state: 'joining' | 'own' | 'lost' = 'joining'
  #size: JournalShare | undefined
  /** whether there may be entries that changed nothing in the end */
  #isCompactable = false
  #isKeeping = false

  /** @param member that owns it */
  constructor(root: string, member: string, store: GroupStore, events: FamilyEvents) {
    this.root = root
    this.#member = member
    this.#store = store
    this.#events = events
  }

  /** Whether this member answers for its endpoints. */
  get isOwn(): boolean {
    return this.#state === 'own'
  }

  get isLost(): boolean {
    return this.#state === 'lost'
  }

  /** Number of the last entry that the store is known to have. */
  get kept(): number {
    return this.#kept
  }

  /** Lets changes be made, after these entries, which are all, were replayed. */
  begin(entries: readonly Entry[]): void {
    this.#kept = entries.at(-1)?.sequence ?? 0
    this.#state = 'own'
    if (entries.length > COMPACTED_MIN) this.compact()
  }

  /** @throws {JournalError} if no change can be made now */
  requireWritable(bytesMax: number): void {
    if (this.#state === 'lost') throw this.#takenOver()
    if (this.#refusal !== undefined) throw this.#refusal
    if (this.#unkept.length > 0 && performance.now() - this.#since > PATIENCE_MS) {
      throw new JournalError('JOURNAL_NOT_WRITTEN', `${this.#store.name}: it does not answer`)
    }
    const share = this.#size ?? { own: 0, all: 0 }
    const full = journalFull(this.#store.name, this.root, share, bytesMax)
    if (full === undefined) return
    this.compact()
    throw full
  }

  add(entry: Unnumbered): void {
    if (this.#state !== 'own') return
    if (this.#unkept.length === 0) this.#since = performance.now()
    this.#unkept.push({ entry, waiters: [] })
    void this.#keep()
  }

  /** Drops entries that changed nothing in the end. */
  compact(): void {
    this.#isCompactable = true
    void this.#keep()
  }

  /** Resolves when the store has all entries; undefined if it has. */
  whenKept(): Promise<void> | undefined {
    if (this.#state === 'lost') return Promise.reject(this.#takenOver())
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal)
    const last = this.#unkept.at(-1)
    if (last === undefined) return undefined
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const problem = `${this.#store.name}: it does not answer: the change may be lost`
        reject(new JournalError('JOURNAL_NOT_WRITTEN', problem))
      }, KEPT_MS)
      last.waiters.push((error) => {
        clearTimeout(timer)
        if (error === undefined) resolve()
        else reject(error)
      })
    })
  }

  /** To be called when another member owns it. */
  lose(): void {
    if (this.isLost) return
    this.#state = 'lost'
    this.#rejectWaiters(this.#takenOver())
    this.#unkept = []
    this.#events.onLost(this)
  }

  #rejectWaiters(error: JournalError): void {
    for (const { waiters } of this.#unkept) for (const end of waiters.splice(0)) end(error)
  }

  /** Brings the store up to date, one step after the other. */
  async #keep(): Promise<void> {
    if (this.#isKeeping) return
    this.#isKeeping = true
    while (this.isOwn && (this.#unkept.length > 0 || this.#isCompactable)) {
      try {
        if (this.#unkept.length > 0) await this.#append()
        else await this.#rewrite()
      } catch (error) {
        if (!(error instanceof StoreUnreachableError)) this.#refuse(error)
        await sleep(this.#refusal === undefined ? RETRY_MS : REFUSED_MS)
      }
    }
    this.#isKeeping = false
  }

  /** No client may see the change until it is kept, and waiting only helps once the store takes entries again. */
  #refuse(error: unknown): void {
    if (this.#unkept.length === 0) return
    const problem = `${messageOf(error)}: endpoint '${this.root}' waits until its last change can be written`
    this.#refusal = new JournalError('JOURNAL_NOT_WRITTEN', problem, { cause: error })
    this.#rejectWaiters(this.#refusal)
  }

  async #append(): Promise<void> {
    const batch = this.#unkept.slice(0, BATCH)
    const entries = batch.map(
      ({ entry }, index) => ({ sequence: this.#kept + 1 + index, ...entry }) as Entry,
    )
    const size = await this.#store.append(this.#member, this.root, this.#kept, entries)
    if (!this.isOwn) return
    this.#refusal = undefined
    if (size === undefined) return this.lose()
    this.#size = size
    this.#unkept.splice(0, batch.length)
    this.#kept += batch.length
    this.#since = performance.now()
    for (const { waiters } of batch) for (const end of waiters) end()
  }

  async #rewrite(): Promise<void> {
    this.#isCompactable = false
    const entries = await this.#store.read(this.root)
    const fewer = compact(entries)
    if (fewer.length > entries.length / 2) {
      // Others may have become shorter.
      this.#size = await this.#store.append(this.#member, this.root, this.#kept, [])
      if (this.#size === undefined) this.lose()
      return
    }
    this.#size = await this.#store.rewrite(this.#member, this.root, this.#kept, fewer)
    if (this.#size === undefined) return this.lose()
    // Those that were dropped may have been the last.
    this.#kept = fewer.at(-1)?.sequence ?? 0
    if (fewer.length === 0 && this.#unkept.length === 0) this.#events.onEmpty(this)
  }

  #takenOver(): JournalError {
    const problem = `another process has taken over endpoint '${this.root}': send the request again`
    return new JournalError('JOURNAL_LOCKED', `${this.#store.name}: ${problem}`)
  }
}
