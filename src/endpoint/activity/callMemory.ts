/** How many bytes the calls of all endpoints of a server may take. */
const BYTES_MAX = 64 * 1024 * 1024

/** What counts its bytes here. */
export interface MemoryUser {
  /** Drops the oldest calls until the others take at most this many bytes. */
  dropTo(bytesMax: number): void
}

/** Bounds the memory of the calls that all endpoints of a server keep. */
export class CallMemory {
  readonly #bytesMax: number
  readonly #all = new Set<MemoryUser>()
  #bytes = 0

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  add(calls: MemoryUser): void {
    this.#all.add(calls)
  }

  remove(calls: MemoryUser): void {
    this.#all.delete(calls)
  }

  /**
   * Counts bytes, negative where calls are dropped. Above the limit, those endpoints that take most drop calls, so that
   * the others keep theirs; half of the memory is then free, so this is rare.
   */
  count(bytes: number): void {
    this.#bytes += bytes
    if (bytes < 0 || this.#bytes <= this.#bytesMax) return
    const share = this.#bytesMax / 2 / this.#all.size
    for (const calls of this.#all) calls.dropTo(share)
  }
}
