import type { Hex } from '../primitives/hex.ts'
import type { BuiltBlock } from './builtBlock.ts'
import { UNCLE_DEPTH_MAX } from './plan.ts'

/** The head, and the ancestors that the next block's uncles can be siblings of or be built on. */
const GENERATIONS_KEPT = UNCLE_DEPTH_MAX + 2

/** What it takes to build on the last few blocks. Older state is dropped: nothing else refers to it. */
export class RecentBlocks {
  readonly #byHash = new Map<Hex, BuiltBlock>()

  get(hash: Hex): BuiltBlock | undefined {
    return this.#byHash.get(hash)
  }

  add(block: BuiltBlock): void {
    this.#byHash.set(block.sealed.hash, block)
    const oldest = block.sealed.number - GENERATIONS_KEPT
    for (const [hash, { sealed }] of this.#byHash) {
      if (sealed.number > oldest) break
      this.#byHash.delete(hash)
    }
  }
}
