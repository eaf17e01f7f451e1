import type { SealedBlock } from '../chain/encoding/block.ts'
import type { TransactionPlace } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Clock, possibleNext, UNSET_CLOCK } from './clock.ts'
import { type FinalityState, taggedNumber, UNSET_FINALITY } from './finality.ts'
import type { HeadListener } from './headListeners.ts'
import { HeadPointer, type Lag } from './headPointer.ts'
import type { BlockTag, CanonicalChain, View, ViewedChain } from './view.ts'

/** A chain as it is seen from one head, which is its own or follows another. */
export class HeadView implements View {
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

  blockByNumber(number: number): SealedBlock | undefined {
    return this.pointer.blockByNumber(number)
  }

  canonicalChain(): CanonicalChain {
    return this.pointer.canonicalChain()
  }

  blockByHash(hash: Hex): SealedBlock | undefined {
    return this.chain.tree.byHash(hash)
  }

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

  pendingBlock(): Promise<SealedBlock | undefined> {
    const { growth, rules } = this.chain
    const time = possibleNext(this.clock, rules, this.head)
    if (growth === undefined || (this.pointer.isWithChain && time === undefined)) {
      return this.chain.candidate(() => this.head)
    }
    const { head } = this
    return growth.candidate(() => head, { time })
  }

  transactionByHash(hash: Hex): TransactionPlace | undefined {
    return this.pointer.transactionByHash(hash)
  }

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
