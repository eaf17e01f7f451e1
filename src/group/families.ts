import type { ResolvedKey } from '../server/resolveServeOptions.ts'
import type { Family } from './family.ts'
import { rootOf } from './rootOf.ts'

/** The families of a member, and which endpoints belong to which. */
export class Families {
  /** by key, another one of its family, up to its root */
  readonly #roots = new Map<string, string>()
  readonly #byRoot = new Map<string, Family>()

  /** @param keys of the server */
  constructor(keys: readonly Pick<ResolvedKey, 'key' | 'endpointOf'>[]) {
    for (const { key, endpointOf = key } of keys) this.join(key, endpointOf)
  }

  /** The root of the family of a key, as far as this member knows. */
  rootOf(key: string): string {
    return rootOf(this.#roots, key)
  }

  /** Says that a key belongs to a family. */
  join(key: string, root: string): void {
    const last = this.rootOf(root)
    if (last !== key) this.#roots.set(key, last)
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
  keysOf({ root }: Pick<Family, 'root'>): readonly string[] {
    return [root, ...[...this.#roots.keys()].filter((key) => this.rootOf(key) === root)]
  }

  [Symbol.iterator](): Iterator<Family> {
    return this.#byRoot.values()
  }
}
