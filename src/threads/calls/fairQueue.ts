/** A queue in which clients take turns, however many items each has. */
export class FairQueue<Item> {
  /** the items of each client; the client whose turn it is comes first */
  readonly #byClient = new Map<object, Item[]>()
  #length = 0

  /** How many items wait. */
  get length(): number {
    return this.#length
  }

  push(client: object, item: Item): void {
    const items = this.#byClient.get(client)
    if (items === undefined) this.#byClient.set(client, [item])
    else items.push(item)
    this.#length++
  }

  /**
   * Removes the next item.
   *
   * @param mayTake whether it may be one of a client; default: any client
   * @returns undefined if there is none
   */
  take(mayTake: (client: object) => boolean = () => true): Item | undefined {
    for (const [client, items] of this.#byClient) {
      if (!mayTake(client)) continue
      const item = items.shift()
      this.#byClient.delete(client)
      if (items.length > 0) this.#byClient.set(client, items)
      this.#length--
      return item
    }
    return undefined
  }

  /** Puts a client behind the others, because it has had its turn. */
  defer(client: object): void {
    const items = this.#byClient.get(client)
    if (items === undefined) return
    this.#byClient.delete(client)
    this.#byClient.set(client, items)
  }

  /** Removes all items that a test matches. */
  remove(test: (item: Item) => boolean): Item[] {
    const removed: Item[] = []
    for (const [client, items] of this.#byClient) {
      const kept = items.filter((item) => !test(item))
      if (kept.length === items.length) continue
      removed.push(...items.filter(test))
      if (kept.length === 0) this.#byClient.delete(client)
      else this.#byClient.set(client, kept)
    }
    this.#length -= removed.length
    return removed
  }
}
