import type { SealedBlock } from '../chain/encoding/block.ts'
import { BlockTree } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { EarlierHashes } from './earlierHashes.ts'
import type { NetworkBlocks } from './networkBlocks.ts'
import type { ReadBlock } from './pin.ts'
import type { Upstream } from './upstream.ts'

/**
 * The blocks from the pinned one on. Those before it are no part of the tree, but by hash it has those that were read, and
 * code may ask for their hashes.
 */
export class ForkTree extends BlockTree {
  readonly #upstream: Upstream
  readonly #blocks: NetworkBlocks
  /** by the block on whose state code runs: the pinned one for all after it */
  readonly #hashes = new WeakMap<SealedBlock, EarlierHashes>()

  constructor({ sealed, transactionHashes }: ReadBlock, upstream: Upstream, blocks: NetworkBlocks) {
    super(sealed, transactionHashes)
    this.#upstream = upstream
    this.#blocks = blocks
  }

  override byHash(hash: Hex): SealedBlock | undefined {
    return super.byHash(hash) ?? this.#blocks.known(hash)
  }

  /** @throws {Miss} */
  override ancestorHash(block: SealedBlock, number: number): Uint8Array {
    const { first } = this
    const base = block.number < first.number ? block : first
    if (number < 0 || number >= base.number) return super.ancestorHash(block, number)
    let hashes = this.#hashes.get(base)
    if (hashes === undefined) {
      hashes = new EarlierHashes(this.#upstream, base)
      this.#hashes.set(base, hashes)
    }
    return hashes.get(number)
  }
}
