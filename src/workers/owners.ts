/** Which worker owns which endpoint. All processes of a group come to the same answer. */
export class Owners {
  readonly #count: number
  /** by key, one that is owned by the same worker: that of the endpoint that it names, or that its endpoint lags behind */
  readonly #leaders = new Map<string, string>()

  /**
   * @param count how many workers there are
   * @param pairs as given to `follow`
   */
  constructor(count: number, pairs: Iterable<readonly [key: string, leader: string]> = []) {
    this.#count = count
    for (const [key, leader] of pairs) this.follow(key, leader)
  }

  /** The index of the worker that owns the endpoint of a key. */
  of(key: string): number {
    return hash(this.#first(key)) % this.#count
  }

  /** The endpoint of a key, and all that follow it, are owned where that of another one is. */
  follow(key: string, leader: string): void {
    const [first, other] = [this.#first(key), this.#first(leader)]
    if (first !== other) this.#leaders.set(first, other)
  }

  /** Whether no other endpoint has to be owned where the one of a key is. */
  isAlone(key: string): boolean {
    return this.#first(key) === key && ![...this.#leaders.values()].includes(key)
  }

  get pairs(): readonly (readonly [key: string, leader: string])[] {
    return [...this.#leaders]
  }

  #first(key: string): string {
    let first = key
    for (let next = this.#leaders.get(first); next !== undefined; next = this.#leaders.get(first)) {
      first = next
    }
    return first
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
