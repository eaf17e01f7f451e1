/** Keeps values that never change, up to a number of entries. */
export class BoundedCache<Key, Value> {
  readonly #max: number
  readonly #values = new Map<Key, Value>()

  constructor(max: number) {
    this.#max = max
  }

  /** @param obtain gives the value if it is not kept */
  get(key: Key, obtain: () => Value): Value {
    if (this.#values.has(key)) return this.#values.get(key) as Value
    const value = obtain()
    if (this.#values.size >= this.#max) {
      // The oldest: in the order in which they were first read.
      for (const oldest of this.#values.keys()) {
        this.#values.delete(oldest)
        break
      }
    }
    this.#values.set(key, value)
    return value
  }

  delete(key: Key): void {
    this.#values.delete(key)
  }
}
