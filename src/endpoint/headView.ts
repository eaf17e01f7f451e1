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

  /** Number of a head from which finality counts on while the head is lower; undefined where the head itself counts. */
  get finalityPeak(): number | undefined {
    const { peak = Number.NEGATIVE_INFINITY } = this.finalityState
    const { source } = this.pointer
    // A reorg of the leader is one here, too, and what was final there was final here.
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

  /** The endpoint whose head this one follows now, and how far behind it is. */
  get follows(): Lag | undefined {
    return this.pointer.follows
  }

  /**
   * Calls a follower whenever the head moves, even after the listeners of clients are removed.
   *
   * @returns ends that
   */
  lead(follower: HeadListener): () => void {
    return this.pointer.onHeadChange(follower, true)
  }

  /**
   * Calls a function whenever the head moves: by moves of this endpoint, and while it follows the chain or another endpoint
   * with these. The function must neither throw nor move the endpoint itself.
   *
   * @returns ends that
   */
  onHeadChange(listener: HeadListener): () => void {
    return this.pointer.onHeadChange(listener)
  }
}
