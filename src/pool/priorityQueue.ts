/** A binary heap: the first of its items is found at once, and takes few comparisons to replace. */
export class PriorityQueue<T> {
  readonly #items: T[]
  readonly #comesBefore: (one: T, other: T) => boolean

  /** @param comesBefore must not change for an item while it is in the queue, except for the first one: see `firstChanged` */
  constructor(items: readonly T[], comesBefore: (one: T, other: T) => boolean) {
    this.#items = [...items]
    this.#comesBefore = comesBefore
    for (let index = (this.#items.length >> 1) - 1; index >= 0; index--) this.#sink(index)
  }

  get length(): number {
    return this.#items.length
  }

  get first(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let index = items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#comesBefore(item, items[parent] as T)) break
      items[index] = items[parent] as T
      index = parent
    }
    items[index] = item
  }

  /** Removes the first item. */
  shift(): T | undefined {
    const items = this.#items
    const [first] = items
    const last = items.pop()
    if (items.length > 0) {
      items[0] = last as T
      this.#sink(0)
    }
    return first
  }

  /** To be called when the first item may not be the first any more. */
  firstChanged(): void {
    this.#sink(0)
  }

  #sink(start: number): void {
    const items = this.#items
    const item = items[start] as T
    let index = start
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      const right = child + 1
      if (right < items.length && this.#comesBefore(items[right] as T, items[child] as T)) {
        child = right
      }
      if (!this.#comesBefore(items[child] as T, item)) break
      items[index] = items[child] as T
      index = child
    }
    items[index] = item
  }
}
