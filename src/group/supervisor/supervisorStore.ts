import type { ForkPin } from '../../chain/forkPin.ts'
import type { Entry, Unnumbered } from '../../log/entry.ts'
import { COMPACTED_MIN, JournalFile } from '../../log/file/journalFile.ts'
import { readHeaderOfFile } from '../../log/file/readJournal.ts'
import type { JournalShare } from '../../log/journalFull.ts'
import type { JournalHeader } from '../../log/journalHeader.ts'
import { leaderIn } from '../../log/leaderIn.ts'
import type { ResolvedKey } from '../../server/resolveServeOptions.ts'
import type { Claimed, GroupStore, Grown, Member, Renewed } from '../groupStore.ts'
import { Roots } from '../roots.ts'
import { FamilyEntries } from './familyEntries.ts'
import { workerOf } from './workerOf.ts'

/**
 * What the workers of a supervisor share: in its memory, and with a journal also in a file. A hash of the key says which
 * worker owns an endpoint, so that connections reach their owner; while that one is replaced, requests wait for the next.
 */
export class SupervisorStore implements GroupStore {
  readonly name: string
  readonly #path: string | undefined
  readonly #keys: readonly string[]
  readonly #roots: Roots
  /** by worker, where others reach it */
  readonly #addresses: readonly string[]
  /** by worker, the id of its process; undefined if it is not alive */
  readonly #ids: (string | undefined)[] = []
  readonly #families = new Map<string, FamilyEntries>()
  /** roots of families that a worker that is alive has begun, though nothing may have happened to them */
  readonly #begun = new Set<string>()
  /** what the entries of all families take */
  readonly #all = { bytes: 0 }
  #height: number | undefined
  /** by the clock of `performance`: when the next block is; undefined before the first question */
  #due: number | undefined
  #pin: ForkPin | undefined
  #opening: Promise<JournalHeader> | undefined
  #file: JournalFile | undefined
  /** in bytes: the file is compacted when it is longer */
  #fileMax = COMPACTED_MIN

  /**
   * @param path of the journal; undefined: what happens is forgotten when the supervisor ends
   * @param addresses by worker, where others reach it
   */
  constructor(
    path: string | undefined,
    apiKeys: readonly Pick<ResolvedKey, 'key' | 'endpointOf'>[],
    addresses: readonly string[],
  ) {
    this.name = path ?? 'the journal'
    this.#path = path
    this.#keys = apiKeys.map(({ key }) => key)
    this.#addresses = addresses
    this.#roots = new Roots(apiKeys)
  }

  /** The index of the worker that owns the endpoint of a key. */
  ownerOf(key: string): number {
    return workerOf(this.#roots.rootOf(key), this.#addresses.length)
  }

  /** The keys of the server, and of endpoints to which something has happened, that a worker owns. */
  keysOf(worker: number): readonly string[] {
    const all = new Set([...this.#keys, ...this.#families.keys()])
    return [...all].filter((key) => this.ownerOf(key) === worker)
  }

  /** Nobody owns the endpoints of a worker whose process has ended, until the next one has begun. */
  ended(worker: number): void {
    this.#ids[worker] = undefined
    for (const root of this.#begun) if (this.ownerOf(root) === worker) this.#begun.delete(root)
  }

  async pin(own?: ForkPin): Promise<ForkPin | undefined> {
    if (this.#pin === undefined && this.#path !== undefined) {
      this.#pin = (await readHeaderOfFile(this.#path))?.chain.fork
    }
    // As it is in a file.
    if (own !== undefined) this.#pin ??= JSON.parse(JSON.stringify(own)) as ForkPin
    return this.#pin
  }

  begin(header: JournalHeader): Promise<JournalHeader> {
    this.#opening ??= this.#open(header)
    return this.#opening
  }

  async renew({ id, address }: Member): Promise<Renewed> {
    const worker = this.#addresses.indexOf(address)
    const wasGone = this.#ids[worker] !== id
    this.#ids[worker] = id
    return { wasGone, header: await this.#opening, height: this.#height }
  }

  async claim(member: string, key: string, canBegin: boolean): Promise<Claimed> {
    if (!this.#ids.includes(member)) return { kind: 'gone' }
    const root = this.#roots.rootOf(key)
    if (!canBegin && !this.#exists(root)) return { kind: 'none' }
    const owner = this.ownerOf(root)
    if (this.#ids[owner] !== member) {
      return { kind: 'other', root, address: this.#addresses[owner] as string }
    }
    this.#begun.add(root)
    return { kind: 'own', root, height: this.#height }
  }

  async follow(key: string, root: string): Promise<string> {
    if (this.#roots.rootOf(key) === key && !this.#exists(key)) this.#roots.join(key, root)
    return this.#roots.rootOf(key)
  }

  async read(root: string): Promise<readonly Entry[]> {
    return this.#familyOf(root).read()
  }

  async append(
    member: string,
    root: string,
    before: number,
    entries: readonly Entry[],
  ): Promise<JournalShare | undefined> {
    const family = this.#familyOf(root)
    if (!this.#owns(member, root) || family.last < before) return undefined
    for (const entry of entries) {
      if (entry.sequence <= family.last) continue
      this.#write(entry)
      family.add(entry)
      this.#families.set(root, family)
    }
    return family.size
  }

  /** The file keeps what it has until it is compacted as a whole. */
  async rewrite(
    member: string,
    root: string,
    last: number,
    entries: readonly Entry[],
  ): Promise<JournalShare | undefined> {
    const family = this.#familyOf(root)
    if (!this.#owns(member, root) || family.last !== last) return undefined
    family.rewrite(entries)
    if (family.last === 0) this.#families.delete(root)
    return family.size
  }

  async disown(member: string, root: string): Promise<void> {
    if (this.#owns(member, root)) this.#begun.delete(root)
  }

  async owned(member: string, roots: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const own = roots.filter((root) => this.#owns(member, root))
    return new Map(own.map((root) => [root, this.#familyOf(root).last]))
  }

  /** Blocks that were missed are not made up for. The file has a block before anyone can see it. */
  async grow(from: number, intervalMs: number): Promise<Grown> {
    const now = performance.now()
    const due = this.#due ?? now + intervalMs
    const height = this.#height ?? from
    if (now < due) {
      this.#due = due
      return { height, wait: due - now }
    }
    this.#write({ chain: { number: height + 1 } })
    this.#height = height + 1
    this.#due = Math.max(due + intervalMs, now)
    return { height: height + 1, wait: this.#due - now }
  }

  async release(member: string): Promise<void> {
    const worker = this.#ids.indexOf(member)
    if (worker !== -1) this.ended(worker)
  }

  /** @param hasServed false if the group could not start */
  close(hasServed = true): void {
    this.#file?.close(hasServed)
  }

  async #open({ id, ...header }: JournalHeader): Promise<JournalHeader> {
    if (this.#path === undefined) return { ...header, id }
    const { file, entries } = await JournalFile.open(this.#path, header)
    this.#file = file
    this.#setLimit()
    for (const entry of entries) {
      const leader = leaderIn(entry)
      if (leader !== undefined && 'endpoint' in entry) this.#roots.join(entry.endpoint, leader)
    }
    for (const entry of entries) {
      if ('chain' in entry) this.#height = entry.chain.number
      else this.#restore(entry)
    }
    return { ...file.header, id }
  }

  /** Numbers an entry of the file within its family. */
  #restore(entry: Exclude<Entry, { readonly chain: unknown }>): void {
    const root = this.#roots.rootOf(entry.endpoint)
    const family = this.#familyOf(root)
    family.add({ ...entry, sequence: family.last + 1 })
    this.#families.set(root, family)
  }

  /** Those to which nothing has happened are not kept. */
  #familyOf(root: string): FamilyEntries {
    return this.#families.get(root) ?? new FamilyEntries(this.#all)
  }

  /** In the file, families are mixed. @throws {JournalError} if the entry is not written; the file is then as before */
  #write(entry: Unnumbered): void {
    const file = this.#file
    if (file === undefined) return
    file.add(entry)
    if (file.size.bytes <= this.#fileMax) return
    try {
      file.compact()
    } catch {
      // It is as before, and is tried again when it is twice as long.
    }
    this.#setLimit()
  }

  #setLimit(): void {
    this.#fileMax = Math.max(COMPACTED_MIN, 2 * (this.#file?.size.bytes ?? 0))
  }

  #exists(root: string): boolean {
    return this.#families.has(root) || this.#begun.has(root)
  }

  #owns(member: string, root: string): boolean {
    return this.#ids[this.ownerOf(root)] === member
  }
}
