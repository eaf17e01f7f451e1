import type { SealedBlock } from '../../chain/encoding/block.ts'
import { storedBytes } from '../../chain/encoding/storedBlock.ts'
import { BlockTips } from './blockTips.ts'

/** Enough for more than a thousand blocks with dozens of transactions. */
const BYTES_MAX = 8 * 2 ** 20

/** The size of a block without its bytes. */
const BLOCK_BYTES = 1600

/** A block stays in memory as long as its tips, even if its chain has freed it. */
function bytesOf(block: SealedBlock, tips: BlockTips): number {
  return tips.bytes + BLOCK_BYTES + storedBytes(block)
}

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
    this.#bytes += bytesOf(block, tips)
    // A Map iterates in insertion order.
    for (const [oldBlock, old] of this.#tips) {
      if (this.#bytes <= this.#bytesMax) break
      this.#tips.delete(oldBlock)
      this.#bytes -= bytesOf(oldBlock, old)
    }
    return tips
  }
}
