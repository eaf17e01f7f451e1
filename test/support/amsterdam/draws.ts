/** Draws that follow from a seed. */
export class Draws {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to `count` - 1. */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** Whether one of `count` draws is a hit. */
  one(count: number): boolean {
    return this.below(count) === 0
  }

  /** A list of `from` to `to` - 1 items. */
  list<Item>(from: number, to: number, draw: (index: number) => Item): Item[] {
    return Array.from({ length: from + this.below(to - from) }, (_, index) => draw(index))
  }
}
