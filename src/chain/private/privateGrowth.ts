import type { SealedBlock } from '../encoding/block.ts'
import { type ChildOptions, Growth, type GrowthParts } from '../generate/growth.ts'
import type { OverlayTree } from './overlayTree.ts'

/**
 * Builds children of blocks for one private chain. The candidates for children of shared blocks are those of the shared
 * chain, because many endpoints ask for the same ones.
 */
export class PrivateGrowth extends Growth {
  readonly #shared: Growth
  readonly #tree: OverlayTree

  constructor(
    shared: Growth,
    tree: OverlayTree,
    parts: Pick<GrowthParts, 'producer' | 'exclusively'>,
  ) {
    super({
      ...parts,
      tree,
      isReadOnly: shared.isReadOnly,
      pending: undefined,
      candidatesMax: 4,
    })
    this.#shared = shared
    this.#tree = tree
  }

  override candidate(
    parent: () => SealedBlock,
    options: ChildOptions = {},
  ): Promise<SealedBlock | undefined> {
    const now = parent()
    if (this.#tree.isOwn(now.hash) || options.time !== undefined) {
      return super.candidate(parent, options)
    }
    // A head may be a block of its own by the time that the shared chain asks again.
    const shared = (): SealedBlock => {
      const later = parent()
      return this.#tree.isOwn(later.hash) ? now : later
    }
    return this.#shared.candidate(shared, options)
  }

  override onExtended(listener: () => void): () => void {
    return this.#shared.onExtended(listener)
  }
}
