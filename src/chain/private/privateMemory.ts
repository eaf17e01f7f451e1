import { OmmerError } from '../../primitives/errors.ts'

/** A private chain may not take more memory: it can have no more blocks of its own until others are freed. */
export class PrivateMemoryError extends OmmerError {
  constructor(bytes: number, bytesMax: number) {
    const problem = `the blocks, code and state of this endpoint take ${bytes} bytes, and those of all endpoints more than the limit chainsBytes (${bytesMax}): reset the endpoint or revert to an early snapshot, close endpoints, or raise the limit`
    super('OUT_OF_PRIVATE_MEMORY', problem)
  }
}

/** In bytes: endpoints that nobody uses are dropped for one that has less. */
const SHARE_MIN = 4 * 1024 * 1024

/** Bounds the memory of all private chains over one chain. */
export class PrivateMemory {
  readonly #bytesMax: number
  readonly #shares = new Set<MemoryShare>()
  readonly #shareMin: number
  #bytes = 0
  /** Drops a chain that nobody uses. @returns whether there was one */
  dropIdle: () => boolean = () => false

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#shareMin = Math.min(SHARE_MIN, bytesMax / 8)
  }

  /** What the chains take together. */
  get bytes(): number {
    return this.#bytes
  }

  /** The bytes that every chain may take as long as others that nobody uses can be dropped. */
  get shareMin(): number {
    return this.#shareMin
  }

  /** @internal */
  change(share: MemoryShare, bytes: number): void {
    this.#bytes += bytes
    if (share.bytes > 0) this.#shares.add(share)
    else this.#shares.delete(share)
  }

  /**
   * Above the limit, what chains keep without need is freed: first that of the chain that grows, then that of others. For
   * a small chain, others that nobody uses are dropped. If that is not enough, those that have less than an equal share may
   * still grow, up to half of the limit more, so that no client uses up the memory of the others.
   *
   * @internal
   */
  requireRoom(share: MemoryShare): void {
    if (this.#bytes < this.#bytesMax) return
    for (const each of new Set([share, ...this.#shares])) {
      each.free()
      if (this.#bytes < this.#bytesMax) return
    }
    while (share.bytes < this.#shareMin && this.dropIdle()) {
      if (this.#bytes < this.#bytesMax) return
    }
    const isSmall = share.bytes < this.#bytesMax / (this.#shares.size + 1)
    // Each of many clients could take its part of the limit once more.
    if (isSmall && this.#bytes < this.#bytesMax + Math.max(this.#bytesMax / 2, SHARE_MIN)) return
    throw new PrivateMemoryError(share.bytes, this.#bytesMax)
  }
}

/** What one private chain takes of the memory for all. */
export class MemoryShare {
  readonly #all: PrivateMemory
  #onShortage: Set<() => void> | undefined
  #bytes = 0
  #isReleased = false

  constructor(all: PrivateMemory) {
    this.#all = all
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Whether the chain takes more than what every chain may take. */
  get isAboveShare(): boolean {
    return this.#bytes > this.#all.shareMin
  }

  /** Calls a function when there is no memory, to free what can be. It must not throw. */
  onShortage(free: () => void): void {
    this.#onShortage ??= new Set()
    this.#onShortage.add(free)
  }

  removeOnShortage(free: () => void): void {
    this.#onShortage?.delete(free)
  }

  /** Frees what can be. */
  free(): void {
    for (const free of this.#onShortage ?? []) free()
  }

  /** Takes over what another share has. */
  adopt(other: MemoryShare): void {
    this.add(other.bytes)
    for (const free of other.#onShortage ?? []) this.onShortage(free)
    other.release()
  }

  /**
   * Checks that the chain may grow.
   *
   * @throws {PrivateMemoryError}
   */
  requireRoom(): void {
    this.#all.requireRoom(this)
  }

  /** Counts bytes that the chain takes until it is released. */
  add(bytes: number): void {
    if (this.#isReleased) return
    this.#bytes += bytes
    this.#all.change(this, bytes)
  }

  /** Frees everything, because nobody uses the chain any more. Nothing is counted from then on. */
  release(): void {
    this.add(-this.#bytes)
    this.#isReleased = true
  }
}
