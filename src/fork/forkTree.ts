import type { SealedBlock } from '../chain/encoding/block.ts'
import { BlockTree } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { EarlierHashes } from './earlierHashes.ts'
import type { NetworkBlocks } from './networkBlocks.ts'
import type { ReadBlock } from './pin.ts'
import type { Upstream } from './upstream.ts'
import type { Witness } from './witness/witness.ts'

/**
 * The blocks from the pinned one on. Those before it are no part of the tree, but by hash it has those that were read, and
 * code may ask for their hashes.
 */
export class ForkTree extends BlockTree {
  readonly #upstream: Upstream
  readonly #blocks: NetworkBlocks
  readonly #witness: Witness | undefined
  /** by the block on whose state code runs: the pinned one for all after it */
  readonly #hashes = new WeakMap<SealedBlock, EarlierHashes>()

  constructor(
    { sealed, transactionHashes }: ReadBlock,
    upstream: Upstream,
    blocks: NetworkBlocks,
    witness?: Witness,
  ) {
    super(sealed, transactionHashes)
    this.#upstream = upstream
    this.#witness = witness
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
      hashes = new EarlierHashes(this.#upstream, base, this.#witness)
      this.#hashes.set(base, hashes)
    }
    return hashes.get(number)
  }
}
