import type { EarlierBlocks } from '../chain/earlierBlocks.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { SentLog } from '../endpoint/sentLog.ts'
import type { BlockTag, CanonicalChain, View } from '../endpoint/view.ts'
import type { Hex } from '../primitives/hex.ts'

/** The view of a forked chain, with the blocks of the network before the pinned one. */
export class EarlierView implements View {
  readonly #view: View
  readonly #earlier: EarlierBlocks
  readonly #sent: Pick<SentLog, 'has'> | undefined

  /** @param sent to the endpoint: the network does not have them */
  constructor(view: View, earlier: EarlierBlocks, sent?: Pick<SentLog, 'has'>) {
    this.#view = view
    this.#earlier = earlier
    this.#sent = sent
  }

  get chain(): View['chain'] {
    return this.#view.chain
  }

  get head(): SealedBlock {
    return this.#view.head
  }

  get headerSettings(): View['headerSettings'] {
    return this.#view.headerSettings
  }

  get logsFrom(): number | undefined {
    return this.#view.logsFrom
  }

  get isComparison(): boolean | undefined {
    return this.#view.isComparison
  }

  get recordedAnswers(): View['recordedAnswers'] {
    return this.#view.recordedAnswers
  }

  requireIndex(): void {
    this.#view.requireIndex?.()
  }

  blockByNumber(number: number): SealedBlock | undefined {
    return this.#earlier.byNumber(number) ?? this.#view.blockByNumber(number)
  }

  canonicalChain(): CanonicalChain {
    const canonical = this.#view.canonicalChain()
    return (number) => this.#earlier.byNumber(number) ?? canonical(number)
  }

  isCanonical(block: SealedBlock): boolean {
    return block.number < this.chain.tree.first.number || this.#view.isCanonical(block)
  }

  blockByHash(hash: Hex): SealedBlock | undefined {
    return this.#view.blockByHash(hash) ?? this.#earlier.byHash(hash)
  }

  blockByTag(tag: BlockTag): SealedBlock | undefined {
    return tag === 'earliest' ? this.blockByNumber(0) : this.#view.blockByTag(tag)
  }

  pendingBlock(): Promise<SealedBlock | undefined> {
    return this.#view.pendingBlock()
  }

  transactionByHash(hash: Hex): TransactionLocation | undefined {
    const own = this.#view.transactionByHash(hash)
    return own !== undefined || this.#sent?.has(hash) ? own : this.#earlier.transaction(hash)
  }
}
