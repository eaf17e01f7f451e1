import type { Family } from './family.ts'

/** The families of a member, and which endpoints belong to which. */
export class Families {
  /** keys, and those of the endpoints that they name */
  readonly #pairs: readonly (readonly [key: string, of: string])[]
  /** by key, the root of its family, where that is another one */
  readonly #roots: Map<string, string>
  readonly #byRoot = new Map<string, Family>()

  /** @param pairs keys, and those of the endpoints that they name */
  constructor(pairs: readonly (readonly [key: string, of: string])[]) {
    this.#pairs = pairs
    this.#roots = new Map(pairs)
  }

  /** The root of the family of a key, as far as this member knows. */
  rootOf(key: string): string {
    return this.#roots.get(key) ?? key
  }

  /** Says that a key belongs to a family. */
  join(key: string, root: string): void {
    if (key === root) return
    this.#roots.set(key, root)
    this.#byRoot.get(root)?.keys.add(key)
  }

  of(key: string): Family | undefined {
    return this.#byRoot.get(this.rootOf(key))
  }

  add(family: Family): void {
    this.#byRoot.set(family.root, family)
  }

  remove(family: Family): void {
    if (this.#byRoot.get(family.root) === family) this.#byRoot.delete(family.root)
  }

  /** All keys of a family, as far as this member knows. */
  keysOf({ root, keys }: Family): readonly string[] {
    const own = new Set([root, ...keys])
    for (const [key, of] of this.#pairs) if (own.has(of)) own.add(key)
    return [...own]
  }

  [Symbol.iterator](): Iterator<Family> {
    return this.#byRoot.values()
  }
}
