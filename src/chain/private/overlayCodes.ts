import type { CodeStore, StoredCode } from '../state/codeStore.ts'
import type { MemoryShare } from './privateMemory.ts'

/** What an entry takes besides its code, as measured. */
const ENTRY_BYTES = 400

/** A store with code of its own besides that of a shared store, which does not know it. */
export class OverlayCodes implements CodeStore {
  readonly #shared: Pick<CodeStore, 'get'>
  readonly #memory: MemoryShare
  readonly #own = new Map<string, StoredCode>()

  constructor(shared: Pick<CodeStore, 'get'>, memory: MemoryShare) {
    this.#shared = shared
    this.#memory = memory
  }

  get(name: string): StoredCode | undefined {
    return this.#own.get(name) ?? this.#shared.get(name)
  }

  set(name: string, stored: StoredCode): void {
    if (this.get(name) !== undefined) return
    this.#own.set(name, stored)
    this.#memory.add(ENTRY_BYTES + stored.code.length)
  }

  /** Adds the code of another store, which has counted it. */
  adopt(other: OverlayCodes): void {
    for (const [name, stored] of other.#own) this.#own.set(name, stored)
  }
}
