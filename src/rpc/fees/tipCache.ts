import type { SealedBlock } from '../../chain/encoding/block.ts'
import { BlockTips } from './blockTips.ts'

/** Enough for thousands of blocks with dozens of transactions. */
const BYTES_MAX = 8 * 2 ** 20

/**
 * What the transactions of blocks paid, decoded once for all endpoints. A block never changes, so an entry never
 * becomes stale. The cache evicts the blocks that were requested first.
 */
export class TipCache {
  // Not by hash: two blocks of a deliberately invalid chain may have the same.
  readonly #tips = new Map<SealedBlock, BlockTips>()
  readonly #bytesMax: number
  #bytes = 0

  /** @param bytesMax the size of the cache */
  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** How many bytes are cached. */
  get bytes(): number {
    return this.#bytes
  }

  has(block: SealedBlock): boolean {
    return this.#tips.has(block)
  }

  /** @throws {UnknownFeeError} as `BlockTips` does */
  of(block: SealedBlock): BlockTips {
    const kept = this.#tips.get(block)
    if (kept !== undefined) return kept
    const tips = new BlockTips(block)
    this.#tips.set(block, tips)
    this.#bytes += tips.bytes
    // A Map iterates in insertion order.
    for (const [oldBlock, old] of this.#tips) {
      if (this.#bytes <= this.#bytesMax) break
      this.#tips.delete(oldBlock)
      this.#bytes -= old.bytes
    }
    return tips
  }
}
