import type { CodeStore, StoredCode } from '../state/codeStore.ts'
import type { MemoryShare } from './privateMemory.ts'

/** What an entry takes besides its code, as measured. */
const ENTRY_BYTES = 400

/** A store with code of its own besides that of a shared store, which does not know it. */
export class OverlayCodes implements CodeStore {
  readonly #shared: Pick<CodeStore, 'get'>
  readonly #memory: MemoryShare
  readonly #own = new Map<string, StoredCode>()
  /** by name, how many blocks give the code to accounts */
  readonly #uses = new Map<string, number>()

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

  /** Keeps code of its own for ever: a state has it that follows from no block. */
  keep(name: string): void {
    if (this.#own.has(name)) this.#uses.set(name, Number.POSITIVE_INFINITY)
  }

  retain(names: readonly string[]): void {
    for (const name of names) {
      if (this.#own.has(name)) this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1)
    }
  }

  release(names: readonly string[]): void {
    for (const name of names) {
      const stored = this.#own.get(name)
      const uses = this.#uses.get(name)
      if (stored === undefined || uses === undefined) continue
      if (uses > 1) {
        this.#uses.set(name, uses - 1)
        continue
      }
      this.#uses.delete(name)
      this.#own.delete(name)
      this.#memory.add(-(ENTRY_BYTES + stored.code.length))
    }
  }

  /** Adds the code of another store, which has counted it. */
  adopt(other: OverlayCodes): void {
    for (const [name, stored] of other.#own) {
      if (this.#own.has(name)) this.#memory.add(-(ENTRY_BYTES + stored.code.length))
      else this.#own.set(name, stored)
    }
    for (const [name, uses] of other.#uses) if (uses === Number.POSITIVE_INFINITY) this.keep(name)
  }
}
