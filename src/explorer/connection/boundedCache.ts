/** A map that forgets what was not used for longest. */
export class BoundedCache<Key, Value> {
  readonly #values = new Map<Key, Value>()
  readonly #max: number

  /** @param max how many values it keeps, at least 1 */
  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#values.size
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest)
  }

  delete(key: Key): void {
    this.#values.delete(key)
  }

  clear(): void {
    this.#values.clear()
  }

  keys(): Iterable<Key> {
    return this.#values.keys()
  }
}
