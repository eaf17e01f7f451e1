import { PoolError } from './poolError.ts'

/** A pool. */
export interface PoolShare {
  /** what its transactions take */
  readonly bytes: number
}

/** In bytes: endpoints that nobody uses are dropped for a pool that has less. */
const SHARE_MIN = 1024 * 1024

/** The memory that the pools of all endpoints of a server take together. */
export class PoolMemory {
  readonly #bytesMax: number
  readonly #shareMin: number
  /** the pools that take anything */
  readonly #shares = new Set<PoolShare>()
  #bytes = 0
  /** Drops an endpoint that nobody uses. @returns whether there was one */
  dropIdle: () => boolean = () => false

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#shareMin = Math.min(SHARE_MIN, bytesMax / 8)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The bytes that every pool may take as long as endpoints that nobody uses can be dropped. */
  get shareMin(): number {
    return this.#shareMin
  }

  /**
   * Checks that there is room. Before it refuses, endpoints that nobody uses are dropped for a small pool. If that is not
   * enough, pools that take less than an equal share may still grow, up to half of the limit more, so that no client uses up
   * the memory of the others.
   *
   * @throws {PoolError} POOL_FULL, with geth's message
   */
  requireRoom(share: PoolShare, bytes: number): void {
    const isShort = (): boolean => this.#bytes + bytes > this.#bytesMax
    while (isShort() && share.bytes < this.#shareMin && this.dropIdle());
    if (!isShort()) return
    const isSmall = share.bytes + bytes <= this.#bytesMax / (this.#shares.size + 1)
    if (isSmall && this.#bytes + bytes <= this.#bytesMax * 1.5) return
    throw new PoolError('POOL_FULL', 'txpool is full')
  }

  /** Counts bytes of a pool; negative ones if it has become smaller. */
  change(share: PoolShare, bytes: number): void {
    this.#bytes += bytes
    if (share.bytes > 0) this.#shares.add(share)
    else this.#shares.delete(share)
  }
}
