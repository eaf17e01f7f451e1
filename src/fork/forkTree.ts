import type { SealedBlock } from '../chain/encoding/block.ts'
import type { StateTrie } from '../chain/state/account.ts'
import { BlockTree } from '../chain/store/tree.ts'
import { EarlierHashes } from './earlierHashes.ts'
import type { ReadBlock } from './pin.ts'
import { storedHash } from './storedHash.ts'
import type { Upstream } from './upstream.ts'
import type { Witness } from './witness/witness.ts'

/** Where the hashes of earlier blocks are looked up. */
interface HashSources {
  /** the state after a block; undefined if it is not proven */
  readonly provenState: (block: SealedBlock) => StateTrie | undefined
  readonly witness: Witness | undefined
}

/** The blocks from the pinned one on. Those before it are no part of the tree, but code may ask for their hashes. */
export class ForkTree extends BlockTree {
  readonly #upstream: Upstream
  readonly #sources: HashSources
  /** by the block on whose state code runs: the pinned one for all after it */
  readonly #hashes = new WeakMap<SealedBlock, EarlierHashes>()

  constructor({ sealed, transactionHashes }: ReadBlock, upstream: Upstream, sources: HashSources) {
    super(sealed, transactionHashes)
    this.#upstream = upstream
    this.#sources = sources
  }

  /** @throws {Miss} */
  override ancestorHash(block: SealedBlock, number: number): Uint8Array {
    const { first } = this
    const base = block.number < first.number ? block : first
    if (number < 0 || number >= base.number) return super.ancestorHash(block, number)
    let hashes = this.#hashes.get(base)
    if (hashes === undefined) {
      const { provenState, witness } = this.#sources
      const stored = (at: number) => {
        const state = provenState(base)
        return state && storedHash(state, at, base.number - at)
      }
      hashes = new EarlierHashes(this.#upstream, base, { stored, witness })
      this.#hashes.set(base, hashes)
    }
    return hashes.get(number)
  }
}
