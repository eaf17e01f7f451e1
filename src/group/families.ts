import type { Family } from './family.ts'
import { Roots } from './roots.ts'

/** The families of a member, and which endpoints belong to which. */
export class Families extends Roots {
  readonly #byRoot = new Map<string, Family>()

  of(key: string): Family | undefined {
    return this.#byRoot.get(this.rootOf(key))
  }

  add(family: Family): void {
    this.#byRoot.set(family.root, family)
  }

  remove(family: Family): void {
    if (this.#byRoot.get(family.root) === family) this.#byRoot.delete(family.root)
  }

  [Symbol.iterator](): Iterator<Family> {
    return this.#byRoot.values()
  }
}
