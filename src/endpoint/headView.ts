import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Clock, possibleNext, type Times, UNSET_CLOCK, type WallClock } from './clock.ts'
import { type FinalityState, taggedNumber, UNSET_FINALITY } from './finality.ts'
import type { HeadListener } from './headListeners.ts'
import { HeadPointer, type Lag } from './headPointer.ts'
import type { BlockTag, CanonicalChain, View } from './view.ts'

/** A chain as seen from one head. */
export class HeadView implements View {
  readonly key: string
  readonly chain: Overlay
  protected readonly pointer: HeadPointer
  #finalityState: FinalityState = UNSET_FINALITY
  #finalityListeners: Set<() => void> | undefined
  clock: Clock = UNSET_CLOCK
  /** What is set of the headers of new blocks; undefined without. Immutable, so snapshots share it. */
  headerSettings: HeaderSettings | undefined
  protected readonly wallClock: WallClock

  constructor(key: string, chain: Overlay, wallClock?: WallClock) {
    this.key = key
    this.wallClock = wallClock
    this.chain = chain
    this.pointer = new HeadPointer(chain)
  }

  protected get finalityState(): FinalityState {
    return this.#finalityState
  }

  protected set finalityState(state: FinalityState) {
    this.#finalityState = state
    for (const listener of this.#finalityListeners ?? []) listener()
  }

  /** The finality to keep when the head stops following another endpoint. */
  protected get ownFinality(): FinalityState {
    const { finalityState, finalityPeak: peak } = this
    return peak === finalityState.peak ? finalityState : { ...finalityState, peak }
  }

  /**
   * Calls a function when the settings of finality have changed, often before a move of the head that changes them. It
   * must not throw.
   *
   * @returns unsubscribes it
   */
  onFinalityChange(listener: () => void): () => void {
    this.#finalityListeners ??= new Set()
    this.#finalityListeners.add(listener)
    return () => this.#finalityListeners?.delete(listener)
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

  isCanonical(block: SealedBlock): boolean {
    return this.blockByNumber(block.number) === block
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
        const heights = { first: chain.tree.first.number, head: head.number, peak }
        const number = taggedNumber(finalityState, chain.finality, tag, heights)
        return number === undefined ? undefined : this.blockByNumber(number)
      }
    }
  }

  /** Number of the head from which finality counts while the actual head is lower; undefined without one. */
  get finalityPeak(): number | undefined {
    const { peak = Number.NEGATIVE_INFINITY } = this.finalityState
    const { source } = this.pointer
    // A reorg of the leader is also one here, and blocks that were final there were final here.
    const ofSource = source?.behind.finalityPeak ?? Number.NEGATIVE_INFINITY
    const highest = Math.max(peak, ofSource - (source?.by ?? 0))
    return Number.isFinite(highest) ? highest : undefined
  }

  pendingBlock(): Promise<SealedBlock | undefined> {
    const { chain, headerSettings } = this
    const time = this.timeOfNext
    const isPlain = time === undefined && headerSettings === undefined
    if (this.pointer.isWithChain && isPlain) return chain.candidate(() => this.head)
    const { head } = this
    return chain.children.candidate(() => head, { time, headerSettings })
  }

  /** Whether the times of new blocks follow the wall clock. */
  get followsWallClock(): boolean {
    return this.wallClock !== undefined
  }

  /** The time of the pending block; undefined for that of the chain. */
  protected get timeOfNext(): BlockTime | undefined {
    return possibleNext(this.times, this.head)
  }

  /** What determines the times of new blocks. */
  protected get times(): Times {
    const { clock, wallClock, chain } = this
    const isShared = ({ hash }: SealedBlock): boolean => !chain.isOwn(hash)
    return { clock, wallClock, rules: chain.rules, isShared }
  }

  transactionByHash(hash: Hex): TransactionLocation | undefined {
    return this.pointer.transactionByHash(hash)
  }

  get recordedAnswers(): Overlay['recordedAnswers'] {
    return this.pointer.isWithChain ? this.chain.recordedAnswers : undefined
  }

  /** Whether it follows the head of the chain. */
  get isWithChain(): boolean {
    return this.pointer.isWithChain
  }

  /** The endpoint that this one follows, and how far behind it is; undefined without one. */
  get follows(): Lag | undefined {
    return this.pointer.follows
  }

  /**
   * Calls a follower on every move of the head, even after the listeners of clients are removed.
   *
   * @returns unsubscribes it
   */
  lead(follower: HeadListener): () => void {
    return this.pointer.onHeadChange(follower, true)
  }

  /**
   * Calls a function on every move of the head, including moves of a chain or endpoint that it follows. The function
   * must neither throw nor move the endpoint itself.
   *
   * @returns unsubscribes it
   */
  onHeadChange(listener: HeadListener): () => void {
    return this.pointer.onHeadChange(listener)
  }
}
