import type { CodeStore, StoredCode } from '../state/codeStore.ts'
import type { MemoryShare } from './privateMemory.ts'

/** The size of an entry without its code, as measured. */
const ENTRY_BYTES = 400

/**
 * A store with code of its own besides that of a shared store, which does not know it. It frees code that no block, no
 * state by hand and no candidate gives to accounts.
 */
export class OverlayCodes implements CodeStore {
  readonly #shared: Pick<CodeStore, 'get'>
  readonly #memory: MemoryShare
  readonly #isBuilding: () => boolean
  readonly #own = new Map<string, StoredCode>()
  /** by name, how many give the code to accounts */
  readonly #uses = new Map<string, number>()
  /** the names of its own code that none gives to accounts: what is being built may yet do it */
  readonly #unused = new Set<string>()

  /** @param isBuilding whether a block or state is being built, after which `freeUnused` is called */
  constructor(shared: Pick<CodeStore, 'get'>, memory: MemoryShare, isBuilding: () => boolean) {
    this.#shared = shared
    this.#memory = memory
    this.#isBuilding = isBuilding
  }

  get(name: string): StoredCode | undefined {
    return this.#own.get(name) ?? this.#shared.get(name)
  }

  set(name: string, stored: StoredCode): void {
    if (this.get(name) !== undefined) return
    this.#own.set(name, stored)
    this.#unused.add(name)
    this.#memory.add(ENTRY_BYTES + stored.code.length)
  }

  retain(names: readonly string[]): void {
    for (const name of names) {
      if (!this.#own.has(name)) continue
      this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1)
      this.#unused.delete(name)
    }
  }

  release(names: readonly string[]): void {
    for (const name of names) {
      const uses = this.#uses.get(name)
      if (uses === undefined) continue
      if (uses > 1) {
        this.#uses.set(name, uses - 1)
        continue
      }
      this.#uses.delete(name)
      this.#unused.add(name)
    }
    if (!this.#isBuilding()) this.freeUnused()
  }

  /** Frees code that nothing gives to accounts, such as that of creations that were reverted. */
  freeUnused(): void {
    for (const name of this.#unused) {
      const stored = this.#own.get(name) as StoredCode
      this.#own.delete(name)
      this.#memory.add(-(ENTRY_BYTES + stored.code.length))
    }
    this.#unused.clear()
  }

  /** Adds the code of another store, which has counted it; then what uses it must be counted. */
  adopt(other: OverlayCodes): void {
    for (const [name, stored] of other.#own) {
      if (this.#own.has(name)) {
        this.#memory.add(-(ENTRY_BYTES + stored.code.length))
        continue
      }
      this.#own.set(name, stored)
      this.#unused.add(name)
    }
  }
}
