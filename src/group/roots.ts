import type { ResolvedKey } from '../server/resolveServeOptions.ts'

/** Which endpoints belong together, because some follow others. Their family is named after the key of one: its root. */
export class Roots {
  /** by key, another one of its family, up to its root */
  readonly #links = new Map<string, string>()

  /** @param keys of the server */
  constructor(keys: readonly Pick<ResolvedKey, 'key' | 'endpointOf'>[]) {
    for (const { key, endpointOf = key } of keys) this.join(key, endpointOf)
  }

  /** The root of the family of a key, as far as is known. */
  rootOf(key: string): string {
    let root = key
    for (let next = this.#links.get(root); next !== undefined; next = this.#links.get(root)) {
      root = next
    }
    return root
  }

  /** Says that an endpoint, and all that follow it, belong to the family of another one. */
  join(key: string, leader: string): void {
    const [root, other] = [this.rootOf(key), this.rootOf(leader)]
    if (root !== other) this.#links.set(root, other)
  }

  /** All known keys of a family. */
  keysOf(root: string): readonly string[] {
    return [root, ...[...this.#links.keys()].filter((key) => this.rootOf(key) === root)]
  }
}
