import type { Chain, RecordedAnswers } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Growth } from '../chain/generate/growth.ts'
import type { TransactionPlace } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Clock, possibleNext, UNSET_CLOCK } from './clock.ts'
import { type FinalityState, taggedNumber, UNSET_FINALITY } from './finality.ts'
import type { HeadListener } from './headListeners.ts'
import { type CanonicalChain, HeadPointer, type Lag } from './headPointer.ts'

/** A tag that names a block which is there already; `pending` is the only other. */
export type BlockTag = 'latest' | 'earliest' | 'safe' | 'finalized'

/** What an endpoint asks of a chain: a part of one, which does not grow, will do. */
export interface ViewedChain extends Pick<Chain, 'chainId' | 'rules' | 'finality' | 'tree'> {
  candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined>
  readonly recordedAnswers: RecordedAnswers | undefined
  readonly growth?: Growth | undefined
}

/** A chain as it is seen from one head: what all answers about it follow from. */
export class HeadView {
  readonly key: string
  readonly chain: ViewedChain
  protected readonly pointer: HeadPointer
  protected finalityState: FinalityState = UNSET_FINALITY
  clock: Clock = UNSET_CLOCK

  constructor(key: string, chain: ViewedChain) {
    this.key = key
    this.chain = chain
    this.pointer = new HeadPointer(chain)
  }

  get head(): SealedBlock {
    return this.pointer.head
  }

  /** The canonical block at a height; undefined above the head. */
  blockByNumber(number: number): SealedBlock | undefined {
    return this.pointer.blockByNumber(number)
  }

  /** The canonical chain as it is now: what takes its time reads it to the end, wherever the head moves meanwhile. */
  canonicalChain(): CanonicalChain {
    return this.pointer.canonicalChain()
  }

  /** A block of any branch, an uncle's block included. */
  blockByHash(hash: Hex): SealedBlock | undefined {
    return this.chain.tree.byHash(hash)
  }

  /**
   * The block that a tag names now; undefined for `safe` and `finalized` while the chain is too
   * short for them, or finality is absent.
   */
  blockByTag(tag: BlockTag): SealedBlock | undefined {
    switch (tag) {
      case 'latest':
        return this.head
      case 'earliest':
        return this.chain.tree.first
      default: {
        const { finalityState, finalityPeak: peak, chain, head } = this
        const heights = { head: head.number, peak }
        const number = taggedNumber(finalityState, chain.finality, tag, heights)
        return number === undefined ? undefined : this.blockByNumber(number)
      }
    }
  }

  /** Number of a head from which finality counts on while the head is lower; undefined where that is as it should be. */
  get finalityPeak(): number | undefined {
    const { peak = Number.NEGATIVE_INFINITY } = this.finalityState
    const { source } = this.pointer
    // Who lags sees its leader's reorg, too, and what was final there was final here.
    const ofSource = source?.behind.finalityPeak ?? Number.NEGATIVE_INFINITY
    const highest = Math.max(peak, ofSource - (source?.by ?? 0))
    return Number.isFinite(highest) ? highest : undefined
  }

  /**
   * The candidate child of the head: what the next block will hold, as far as is known now; undefined where a recorded
   * chain has none.
   */
  pendingBlock(): Promise<SealedBlock | undefined> {
    const { growth, rules } = this.chain
    const time = possibleNext(this.clock, rules, this.head)
    if (growth === undefined || (this.pointer.isWithChain && time === undefined)) {
      return this.chain.candidate(() => this.head)
    }
    return growth.candidate(this.head, { time })
  }

  /** A transaction of the canonical chain. */
  transactionByHash(hash: Hex): TransactionPlace | undefined {
    return this.pointer.transactionByHash(hash)
  }

  /** Answers that do not follow from the blocks: they are about the chain's own head. */
  get recordedAnswers(): ViewedChain['recordedAnswers'] {
    return this.pointer.isWithChain ? this.chain.recordedAnswers : undefined
  }

  /** Whose head this one's follows now, and how far behind. */
  get follows(): Lag | undefined {
    return this.pointer.follows
  }

  /**
   * Has a follower told how the head moves, even where everybody else is not any more.
   *
   * @returns ends that
   */
  lead(follower: HeadListener): () => void {
    return this.pointer.onHeadChange(follower, true)
  }

  /**
   * Has a function told how the head moves: by operations on this endpoint, and while it follows the chain or another
   * endpoint with these. It must neither throw nor move the endpoint itself.
   *
   * @returns ends that
   */
  onHeadChange(listener: HeadListener): () => void {
    return this.pointer.onHeadChange(listener)
  }
}
