/** The values of names that were used recently, each computed once while it is. */
export class RecentValues<Name, Value> {
  readonly #max: number
  /** those that were used since the maps last changed places */
  #recent = new Map<Name, Value>()
  /** those that were used before */
  #older: ReadonlyMap<Name, Value> = new Map()

  /** @param max how many values each of the two maps has at most */
  constructor(max: number) {
    this.#max = max
  }

  /** The value of a name, if it is known; that counts as no use. */
  find(name: Name): Value | undefined {
    return this.#recent.get(name) ?? this.#older.get(name)
  }

  /** @param compute is called if the value is not known any more */
  get(name: Name, compute: () => Value): Value {
    const known = this.#recent.get(name)
    if (known !== undefined) return known
    const value = this.#older.get(name) ?? compute()
    if (this.#recent.size >= this.#max) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(name, value)
    return value
  }
}
