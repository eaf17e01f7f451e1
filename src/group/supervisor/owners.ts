import { rootOf } from '../rootOf.ts'

/** Which worker owns which endpoint: a hash of the key says so. */
export class Owners {
  readonly #count: number
  /** by key, one that is owned by the same worker: that of the endpoint that it names, or that its endpoint lags behind */
  readonly #leaders = new Map<string, string>()

  /** @param count how many workers there are */
  constructor(count: number) {
    this.#count = count
  }

  /** The index of the worker that owns the endpoint of a key. */
  of(key: string): number {
    return hash(this.rootOf(key)) % this.#count
  }

  /** The endpoint of a key, and all that follow it, are owned where that of another one is. */
  follow(key: string, leader: string): void {
    const [root, other] = [this.rootOf(key), this.rootOf(leader)]
    if (root !== other) this.#leaders.set(root, other)
  }

  /** The key that names the family of another one. */
  rootOf(key: string): string {
    return rootOf(this.#leaders, key)
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
