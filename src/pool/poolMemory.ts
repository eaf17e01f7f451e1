import { PoolError } from './poolError.ts'

/** The memory that the pools of all endpoints of a server take together. */
export class PoolMemory {
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Checks that there is room.
   *
   * @throws {PoolError} POOL_FULL, with geth's message
   */
  requireRoom(bytes: number): void {
    if (this.#bytes + bytes <= this.#bytesMax) return
    throw new PoolError('POOL_FULL', 'txpool is full')
  }

  /** Counts bytes of a pool; negative ones if it has become smaller. */
  change(bytes: number): void {
    this.#bytes += bytes
  }
}
