import { OmmerError } from '../../primitives/errors.ts'

/** A private chain may not take more memory: it can have no more blocks of its own until others are freed. */
export class PrivateMemoryError extends OmmerError {
  constructor(bytes: number, bytesMax: number) {
    const problem = `the blocks, state and transactions of this endpoint take ${bytes} bytes, and those of all endpoints more than the limit chainsBytes (${bytesMax}): mine or send less, revert to an early snapshot, reset or close endpoints, or raise the limit (--limit chainsBytes=${2 * bytesMax})`
    super('OUT_OF_PRIVATE_MEMORY', problem)
  }
}

/** In bytes: endpoints that nobody uses are dropped for one that has less. */
const SHARE_MIN = 4 * 1024 * 1024

/** What goes first when there is no memory: the record of moves, what is kept without need, what clients may miss. */
const KINDS = ['moves', 'spare', 'wanted'] as const

/** What is to be freed. */
export type FreeableKind = (typeof KINDS)[number]

/**
 * Frees memory while there is none. It must not throw.
 *
 * @returns whether it may have more to free; otherwise it is not called again
 */
export type Free = (isShort: () => boolean) => boolean

/** Bounds the memory of all private chains over one chain. */
export class PrivateMemory {
  readonly #bytesMax: number
  readonly #shares = new Set<MemoryShare>()
  /** those that have something to free, so that a refusal does not ask all */
  readonly #freeable: Record<FreeableKind, Set<MemoryShare>> = {
    moves: new Set(),
    spare: new Set(),
    wanted: new Set(),
  }
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

  /** @internal */
  mayFree(share: MemoryShare, kind: FreeableKind, isFreeable: boolean): void {
    if (isFreeable) this.#freeable[kind].add(share)
    else this.#freeable[kind].delete(share)
  }

  /**
   * Above the limit, the record of moves is freed, of the chain that grows and of those that have more than an equal share.
   * Then what chains keep without need: first that of the chain that grows, then that of others. Then what clients may miss,
   * again of the chain that grows and of large ones. For a small chain, others that nobody uses are dropped. If that is not enough, those that have less than an equal share may still grow, up
   * to half of the limit more, so that no client uses up the memory of the others.
   *
   * @internal
   */
  requireRoom(share: MemoryShare): void {
    if (!this.#isShort()) return
    for (const kind of KINDS) {
      share.free(kind, this.#isShort)
      for (const each of this.#freeable[kind]) {
        if (!this.#isShort()) return
        if (kind === 'spare' || !this.#isSmall(each)) each.free(kind, this.#isShort)
      }
    }
    while (this.#isShort() && share.bytes < this.#shareMin && this.dropIdle());
    if (!this.#isShort()) return
    // Each of many clients could take its part of the limit once more.
    const most = this.#bytesMax + Math.max(this.#bytesMax / 2, SHARE_MIN)
    if (this.#isSmall(share) && this.#bytes < most) return
    if (share.mayExceed) return
    throw new PrivateMemoryError(share.bytes, this.#bytesMax)
  }

  readonly #isShort = (): boolean => this.#bytes >= this.#bytesMax

  #isSmall({ bytes }: MemoryShare): boolean {
    return bytes < this.#bytesMax / (this.#shares.size + 1)
  }
}

/** What one private chain takes of the memory for all. */
export class MemoryShare {
  readonly #all: PrivateMemory
  /** undefined before there was any: there may be tens of thousands of shares */
  #freeable: Map<Free, FreeableKind> | undefined
  #bytes = 0
  #users = 0
  #isReleased = false
  /** that has taken over what this one had */
  #adopter: MemoryShare | undefined
  /** Whether the chain may grow above the limit, if nothing can be freed: while it becomes what it was before. */
  mayExceed = false

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

  /** Adds an endpoint that uses the chain. */
  use(): void {
    this.#users++
  }

  get isUsedAlone(): boolean {
    return this.#users === 1
  }

  /** Removes an endpoint that uses the chain. The memory is free when there is none any more. */
  leave(): void {
    this.#users--
    if (this.#users === 0) this.release()
  }

  /** Calls a function when there is no memory, until it has no more to free. The result removes it. */
  onShortage(free: Free, kind: FreeableKind): () => void {
    if (!this.#isReleased) {
      this.#freeable ??= new Map()
      this.#freeable.set(free, kind)
      this.#all.mayFree(this, kind, true)
    }
    return () => this.#remove(free)
  }

  #remove(free: Free): void {
    if (this.#adopter !== undefined) this.#adopter.#remove(free)
    const kind = this.#freeable?.get(free)
    if (kind === undefined) return
    this.#freeable?.delete(free)
    this.#all.mayFree(this, kind, [...(this.#freeable?.values() ?? [])].includes(kind))
  }

  /**
   * Frees what can be while there is no memory.
   *
   * @internal
   */
  free(kind: FreeableKind, isShort: () => boolean): void {
    for (const [free, each] of this.#freeable ?? []) {
      if (each !== kind) continue
      if (!isShort()) return
      if (!free(isShort)) this.#remove(free)
    }
  }

  /** Takes over what another share has. */
  adopt(other: MemoryShare): void {
    other.#adopter = this
    this.#users += other.#users
    this.add(other.bytes)
    this.mayExceed ||= other.mayExceed
    for (const [free, kind] of other.#freeable ?? []) this.onShortage(free, kind)
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
    this.#freeable = undefined
    for (const kind of KINDS) this.#all.mayFree(this, kind, false)
  }
}
