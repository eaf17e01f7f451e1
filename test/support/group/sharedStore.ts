import type { ForkPin } from '../../../src/chain/forkPin.ts'
import type { Claimed, GroupStore, Grown, Member, Renewed } from '../../../src/group/groupStore.ts'
import { StoreUnreachableError } from '../../../src/group/storeUnreachableError.ts'
import { type Entry, entryToJson } from '../../../src/log/entry.ts'
import { JournalError } from '../../../src/log/journalError.ts'
import type { JournalShare } from '../../../src/log/journalFull.ts'
import type { JournalHeader } from '../../../src/log/journalHeader.ts'

/** What all connections with the same store share. */
export class SharedMemory {
  pin: ForkPin | undefined
  header: JournalHeader | undefined
  readonly alive = new Map<string, string>()
  readonly owners = new Map<string, string>()
  readonly roots = new Map<string, string>()
  readonly entries = new Map<string, readonly Entry[]>()
  height: number | undefined
  /** while it is true, nothing is answered */
  isAway = false
  /** what it answers to everything; undefined if it is well */
  refusal: string | undefined
  /** what has to happen before entries are added */
  appending: Promise<void> | undefined
  /** whether entries wait for that */
  isWaiting = false

  lastOf(root: string): number {
    return this.entries.get(root)?.at(-1)?.sequence ?? 0
  }

  bytesOf(root: string): number {
    let bytes = 0
    for (const entry of this.entries.get(root) ?? []) bytes += Buffer.byteLength(entryToJson(entry))
    return bytes
  }

  sizeOf(root: string): JournalShare {
    let all = 0
    for (const each of this.entries.keys()) all += this.bytesOf(each)
    return { own: this.bytesOf(root), all }
  }
}

/** A store in memory, whose replicas are alive until they are released. */
export class SharedStore implements GroupStore {
  readonly name = 'memory'
  readonly #shared: SharedMemory

  constructor(shared: SharedMemory) {
    this.#shared = shared
  }

  async pin(own?: ForkPin): Promise<ForkPin | undefined> {
    const shared = this.#reach()
    shared.pin ??= own
    return shared.pin
  }

  async begin(header: JournalHeader): Promise<JournalHeader> {
    const shared = this.#reach()
    shared.header ??= header
    return shared.header
  }

  async renew({ id, address }: Member): Promise<Renewed> {
    const { alive, header, height } = this.#reach()
    const wasGone = !alive.has(id)
    alive.set(id, address)
    return { wasGone, header, height }
  }

  async claim(replica: string, key: string, canBegin: boolean): Promise<Claimed> {
    const { alive, owners, roots, entries, height } = this.#reach()
    if (!alive.has(replica)) return { kind: 'gone' }
    const root = roots.get(key) ?? key
    const owner = owners.get(root) ?? replica
    const address = alive.get(owner)
    if (owner !== replica && address !== undefined) return { kind: 'other', root, address }
    if (!canBegin && !entries.has(root)) return { kind: 'none' }
    owners.set(root, replica)
    return { kind: 'own', root, height }
  }

  async follow(key: string, root: string): Promise<string> {
    const { roots } = this.#reach()
    if (!roots.has(key)) roots.set(key, root)
    return roots.get(key) as string
  }

  async read(root: string): Promise<readonly Entry[]> {
    return this.#reach().entries.get(root) ?? []
  }

  async append(
    replica: string,
    root: string,
    before: number,
    added: readonly Entry[],
  ): Promise<JournalShare | undefined> {
    this.#shared.isWaiting = this.#shared.appending !== undefined
    await this.#shared.appending
    const shared = this.#reach()
    const last = shared.lastOf(root)
    if (shared.owners.get(root) !== replica || last < before) return undefined
    const missing = added.filter(({ sequence }) => sequence > last)
    if (missing.length > 0) {
      shared.entries.set(root, [...(shared.entries.get(root) ?? []), ...missing])
    }
    return shared.sizeOf(root)
  }

  async rewrite(
    replica: string,
    root: string,
    last: number,
    entries: readonly Entry[],
  ): Promise<JournalShare | undefined> {
    const shared = this.#reach()
    if (shared.owners.get(root) !== replica || shared.lastOf(root) !== last) return undefined
    if (entries.length === 0) shared.entries.delete(root)
    else shared.entries.set(root, entries)
    return shared.sizeOf(root)
  }

  async disown(replica: string, root: string): Promise<void> {
    const { owners } = this.#reach()
    if (owners.get(root) === replica) owners.delete(root)
  }

  async owned(replica: string, roots: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const shared = this.#reach()
    const own = roots.filter((root) => shared.owners.get(root) === replica)
    return new Map(own.map((root) => [root, shared.lastOf(root)]))
  }

  async grow(from: number, intervalMs: number): Promise<Grown> {
    const shared = this.#reach()
    shared.height = (shared.height ?? from) + 1
    return { height: shared.height, wait: intervalMs }
  }

  async release(replica: string): Promise<void> {
    this.#reach().alive.delete(replica)
  }

  async sweep(): Promise<void> {
    const { alive, owners, entries } = this.#reach()
    for (const [root, owner] of owners) {
      if (!alive.has(owner) && !entries.has(root)) owners.delete(root)
    }
  }

  close(): void {}

  #reach(): SharedMemory {
    const { refusal } = this.#shared
    if (refusal !== undefined) throw new JournalError('JOURNAL_REFUSED', `${this.name}: ${refusal}`)
    if (this.#shared.isAway) throw new StoreUnreachableError(this.name, 'away')
    return this.#shared
  }
}
