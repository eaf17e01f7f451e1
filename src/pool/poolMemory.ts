import { PoolError } from './poolError.ts'

/** A pool, with the transactions that have left it and are kept for rollbacks. */
export interface PoolShare {
  /** what those that have left it take */
  readonly leftBytes: number
  /** Forgets the oldest of them, at least one, so that as many bytes are free if it has them. It must not throw. */
  forgetLeft(bytes: number): void
}

/** The memory that the pools of all endpoints of a server take together. */
export class PoolMemory {
  readonly #bytesMax: number
  /** that keep transactions which have left them */
  readonly #shares = new Set<PoolShare>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Checks that there is room. Before it refuses, what pools keep for rollbacks is freed, first that of the pool that keeps
   * most.
   *
   * @throws {PoolError} POOL_FULL, with geth's message
   */
  requireRoom(bytes: number): void {
    for (;;) {
      const missing = this.#bytes + bytes - this.#bytesMax
      if (missing <= 0) return
      const largest = this.#largest()
      if (largest === undefined) throw new PoolError('POOL_FULL', 'txpool is full')
      largest.forgetLeft(missing)
    }
  }

  #largest(): PoolShare | undefined {
    let largest: PoolShare | undefined
    for (const share of this.#shares) {
      if (share.leftBytes > (largest?.leftBytes ?? 0)) largest = share
    }
    return largest
  }

  /** Counts bytes of a pool; negative ones if it has become smaller. */
  change(share: PoolShare, bytes: number): void {
    this.#bytes += bytes
    if (share.leftBytes > 0) this.#shares.add(share)
    else this.#shares.delete(share)
  }
}
