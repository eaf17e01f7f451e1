import { setTimeout as sleep } from 'node:timers/promises'
import { JournalError } from '../log/journalError.ts'
import type { GroupMember } from '../server/group.ts'
import type { Families } from './families.ts'
import { Family, type FamilyEvents } from './family.ts'
import type { GroupStore } from './groupStore.ts'
import type { Lease } from './lease.ts'
import { StoreUnreachableError } from './storeUnreachableError.ts'

/** How long a request waits for the store, and for the endpoints of a member that has ended. */
export const WAIT_MS = 10_000

/** How long to wait before the store is asked again. */
const RETRY_MS = 50

/** Where the endpoint of a key is: in this member, at the address of another one, or nowhere. */
export type Found = 'here' | 'nowhere' | { readonly address: string }

interface OwnershipParts {
  readonly id: string
  readonly store: GroupStore
  readonly lease: () => Lease
  readonly families: Families
  readonly server: () => GroupMember
  /** makes the main branch so long */
  readonly grow: (height: number) => Promise<void>
}

/** Which endpoints this member owns. It takes those that no other one owns, when a request for them arrives. */
export class Ownership {
  readonly #parts: OwnershipParts
  /** by root: families whose entries are being replayed */
  readonly #joining = new Map<string, Promise<void>>()

  constructor(parts: OwnershipParts) {
    this.#parts = parts
  }

  /** Whether this member answers for the endpoint of a key, without asking. */
  isHere(key: string): boolean {
    const { lease, families } = this.#parts
    return lease().isValid && families.of(key)?.isOwn === true
  }

  /**
   * Finds the endpoint of a key, and takes it if no other member owns it.
   *
   * @param canBegin whether to take one to which nothing has happened
   * @throws {JournalError} JOURNAL_NOT_REACHED after `WAIT_MS`, what the store has answered, or if it cannot be as its
   *   entries say
   */
  async find(key: string, canBegin: boolean): Promise<Found> {
    const { id, store, lease, families } = this.#parts
    const end = performance.now() + WAIT_MS
    const root = families.rootOf(key)
    for (;;) {
      if (!(await lease().whenValid(end))) throw this.unreachable(lease().problem)
      if (this.isHere(key)) return 'here'
      try {
        const claimed = await store.claim(id, root, canBegin)
        if (claimed.kind === 'none') return 'nowhere'
        if (claimed.kind === 'other') return { address: claimed.address }
        if (claimed.kind === 'gone') lease().expire()
        else await this.#join(claimed.root, key, claimed.height)
      } catch (error) {
        if (!(error instanceof StoreUnreachableError)) throw error
        if (performance.now() > end) throw this.unreachable(error)
        await sleep(RETRY_MS)
      }
    }
  }

  /** Finds out what others have taken over while they believed that this member has ended. */
  async verify(): Promise<void> {
    const { id, store, families } = this.#parts
    const all = [...families]
    if (all.length === 0) return
    const owned = await store.owned(
      id,
      all.map(({ root }) => root),
    )
    const lost = all.filter((family) => (owned.get(family.root) ?? -1) < family.kept)
    for (const family of lost) family.lose()
    if (lost.length === 0) return
    const taken = lost.filter(({ root }) => !owned.has(root)).length
    const warn = (what: string): void =>
      void process.stderr.write(`warning: ${store.name}: ${what} of this process\n`)
    if (taken > 0) warn(`other processes have taken over ${taken} endpoints`)
    const shorter = lost.length - taken
    if (shorter > 0) warn(`the newest entries have disappeared, those of ${shorter} endpoints`)
  }

  /** Several keys may be of one family. */
  async #join(root: string, key: string, height: number | undefined): Promise<void> {
    const { families } = this.#parts
    families.join(key, root)
    const family = families.of(root)
    if (family?.isOwn) return
    const joining = this.#joining.get(root) ?? this.#replay(root, height)
    this.#joining.set(root, joining)
    try {
      await joining
    } finally {
      this.#joining.delete(root)
    }
  }

  /** Makes all changes again that were made to the endpoints of a family. */
  async #replay(root: string, height: number | undefined): Promise<void> {
    const { id, store, families, grow } = this.#parts
    const server = this.#parts.server()
    const family = new Family(root, id, store, this.#events)
    families.add(family)
    try {
      if (height !== undefined) await grow(height)
      const entries = await store.read(root)
      for (const entry of entries) if ('endpoint' in entry) families.join(entry.endpoint, root)
      const keys = families.keysOf(root)
      server.reset(keys)
      await server.begin(keys)
      await server.journal?.replay(entries)
      if (!family.isLost) family.begin(entries)
    } catch (error) {
      families.remove(family)
      throw error
    }
  }

  readonly #events: FamilyEvents = {
    onLost: (family) => {
      const { families, server } = this.#parts
      families.remove(family)
      server().reset(families.keysOf(family.root))
    },
    onEmpty: (family) => {
      const { id, store, families } = this.#parts
      families.remove(family)
      // The next start of a member tries it again.
      store.disown(id, family.root).catch(() => {})
    },
  }

  /** @param problem why the store could not be asked; undefined: it has not answered yet */
  unreachable(problem: unknown): unknown {
    if (problem !== undefined && !(problem instanceof StoreUnreachableError)) return problem
    const known = problem?.message ?? `${this.#parts.store.name}: it does not answer`
    return new JournalError('JOURNAL_NOT_REACHED', `${known}: try again later`)
  }
}
