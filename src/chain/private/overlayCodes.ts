import type { CodeStore, StoredCode } from '../state/codeStore.ts'

/** A store with code of its own besides that of a shared store, which does not know it. */
export class OverlayCodes implements CodeStore {
  readonly #shared: Pick<CodeStore, 'get'>
  readonly #own = new Map<string, StoredCode>()

  constructor(shared: Pick<CodeStore, 'get'>) {
    this.#shared = shared
  }

  get(name: string): StoredCode | undefined {
    return this.#own.get(name) ?? this.#shared.get(name)
  }

  set(name: string, stored: StoredCode): void {
    if (this.#shared.get(name) === undefined) this.#own.set(name, stored)
  }

  /** Adds the code of another store. */
  adopt(other: OverlayCodes): void {
    for (const [name, stored] of other.#own) this.set(name, stored)
  }
}
