import type { CallMemory, MemoryUser } from './callMemory.ts'

/** What is kept: an estimate of the memory that it takes. */
interface Entry {
  readonly bytes: number
}

export interface EntryLimits {
  readonly countMax: number
  readonly bytesMax: number
}

/** The newest entries of an endpoint, within limits of its own and of all endpoints. */
export class NewestEntries<Kept extends Entry> implements MemoryUser {
  readonly #memory: CallMemory
  readonly #limits: EntryLimits
  /** a ring: the oldest is at `#first` */
  readonly #ring: (Kept | undefined)[] = []
  #first = 0
  #count = 0
  #bytes = 0

  constructor(memory: CallMemory, limits: EntryLimits) {
    this.#memory = memory
    this.#limits = limits
    memory.add(this)
  }

  get count(): number {
    return this.#count
  }

  add(kept: Kept): void {
    const { countMax, bytesMax } = this.#limits
    if (this.#count === countMax) this.#dropOldest()
    this.#ring[(this.#first + this.#count) % countMax] = kept
    this.#count++
    this.#bytes += kept.bytes
    this.dropTo(bytesMax)
    this.#memory.count(kept.bytes)
  }

  /** @param index from the oldest, which has 0 */
  at(index: number): Kept | undefined {
    if (index < 0 || index >= this.#count) return undefined
    return this.#ring[(this.#first + index) % this.#limits.countMax]
  }

  dropTo(bytesMax: number): void {
    while (this.#bytes > bytesMax) this.#dropOldest()
  }

  close(): void {
    this.dropTo(0)
    this.#memory.remove(this)
  }

  /** Oldest first. */
  *[Symbol.iterator](): Iterator<Kept> {
    for (let index = 0; index < this.#count; index++) yield this.at(index) as Kept
  }

  #dropOldest(): void {
    const { bytes } = this.#ring[this.#first] as Kept
    this.#ring[this.#first] = undefined
    this.#first = (this.#first + 1) % this.#limits.countMax
    this.#count--
    this.#bytes -= bytes
    this.#memory.count(-bytes)
  }
}
