import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Growth } from '../chain/generate/growth.ts'
import type { BlockTreeReader, TransactionPlace } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { type HeadListener, HeadListeners } from './headListeners.ts'
import { OwnPath } from './ownPath.ts'
import type { CanonicalChain } from './view.ts'

/** Whose head others can follow. */
interface Leader {
  readonly key: string
  readonly head: SealedBlock
  readonly lag: Lag | undefined
  /** its lag while its head follows from that */
  readonly follows: Lag | undefined
  readonly finalityPeak: number | undefined
  blockByNumber(number: number): SealedBlock | undefined
  transactionByHash(hash: Hex): TransactionPlace | undefined
  canonicalChain(): CanonicalChain
  /** has a follower told how the head moves, until it leaves */
  lead(follower: HeadListener): () => void
}

/** A head that follows that of another endpoint. */
export interface Lag {
  readonly behind: Leader
  /** in blocks; a chain that is shorter than that is seen as its first block */
  readonly by: number
}

/** What there is to stand on. */
interface BaseChain {
  readonly tree: BlockTreeReader
  readonly growth?: Growth | undefined
}

/** Where an endpoint stands: at a head of its own, behind another endpoint, or with the chain. */
export class HeadPointer {
  readonly #base: BaseChain
  /** to its own head; while there is one the lag does not count */
  #path: OwnPath | undefined
  #lag: Lag | undefined
  #listeners: HeadListeners | undefined

  constructor(base: BaseChain) {
    this.#base = base
  }

  /** Whether its head is that of the chain, whatever that comes to be. */
  get isWithChain(): boolean {
    return this.#path === undefined && this.#lag === undefined
  }

  get lag(): Lag | undefined {
    return this.#lag
  }

  /** The lag while the head follows from that. */
  get follows(): Lag | undefined {
    return this.#path === undefined ? this.#lag : undefined
  }

  /** Who is at the end of the line of those that it follows, and how far ahead; undefined where it follows nobody. */
  get source(): Lag | undefined {
    return this.follows && sourceOf(this.follows)
  }

  get head(): SealedBlock {
    if (this.#path !== undefined) return this.#path.head
    const { tree } = this.#base
    if (this.#lag === undefined) return tree.head
    const { behind, by } = sourceOf(this.#lag)
    return behind.blockByNumber(Math.max(behind.head.number - by, tree.first.number)) as SealedBlock
  }

  blockByNumber(number: number): SealedBlock | undefined {
    if (this.#path !== undefined) return this.#path.blockByNumber(number)
    if (this.#lag === undefined) return this.#base.tree.byNumber(number)
    return number > this.head.number ? undefined : sourceOf(this.#lag).behind.blockByNumber(number)
  }

  transactionByHash(hash: Hex): TransactionPlace | undefined {
    if (this.#path !== undefined) return this.#path.transactionByHash(hash)
    if (this.#lag === undefined) return this.#base.tree.transaction(hash)
    const place = sourceOf(this.#lag).behind.transactionByHash(hash)
    return place !== undefined && place.block.number <= this.head.number ? place : undefined
  }

  /** Its chain up to the present head, which does not change when the head moves. */
  canonicalChain(): CanonicalChain {
    const { number: headNumber } = this.head
    const path = this.#path
    const blockByNumber: CanonicalChain =
      path !== undefined
        ? (number) => path.blockByNumber(number)
        : (this.source?.behind.canonicalChain() ?? ((number) => this.#base.tree.byNumber(number)))
    return (number) => (number > headNumber ? undefined : blockByNumber(number))
  }

  /**
   * Takes a block for a head of its own.
   *
   * @throws {EndpointMoveError} NO_SUCH_BLOCK where the blocks between the main branch and it are not all there
   */
  moveTo(block: SealedBlock): void {
    // A path that somebody reads still must not change below its head.
    if (this.#path !== undefined && block.parentHash === this.#path.head.hash) {
      this.#path.push(block)
      this.#lag = undefined
      this.#listeners?.announce(block)
    } else if (block !== this.#path?.head) {
      this.#point(new OwnPath(this.#base.tree, block), undefined)
    } else {
      this.#lag = undefined
    }
  }

  /** Follows another endpoint, or the chain. */
  follow(lag: Lag | undefined): void {
    this.#point(undefined, lag)
  }

  /** Stays where it is until the work is done, and where it fails goes back to following whom it followed. */
  async whileStanding<T>(work: () => Promise<T>): Promise<T> {
    const path = this.#path
    // The lag is kept for then: nobody may come to lag behind this one whom it would follow again.
    this.#point(path ?? new OwnPath(this.#base.tree, this.head), this.#lag)
    try {
      return await work()
    } catch (error) {
      this.#point(path, this.#lag)
      throw error
    }
  }

  /** @param isFollower whether it is to be told though all others are forgotten */
  onHeadChange(listener: HeadListener, isFollower = false): () => void {
    this.#listeners ??= new HeadListeners(this.#base.tree, this.head)
    const listeners = this.#listeners
    listeners.add(listener, isFollower)
    if (listeners.count === 1) this.#followSource()
    return () => {
      listeners.remove(listener)
      if (listeners.count === 0 && this.#listeners === listeners) this.#listeners = undefined
    }
  }

  /** Tells nobody any more how the head moves, but those that follow it. */
  forgetListeners(): void {
    this.#listeners?.keepFollowers()
    if (this.#listeners?.count === 0) this.#listeners = undefined
  }

  #point(path: OwnPath | undefined, lag: Lag | undefined): void {
    this.#path = path
    this.#lag = lag
    this.#followSource()
    this.#listeners?.announce(this.head)
  }

  /** Whoever listens here has to hear of whom the head follows. */
  #followSource(): void {
    const listeners = this.#listeners
    if (listeners === undefined) return
    const announce = () => listeners.announce(this.head)
    if (this.#path !== undefined) listeners.follow(undefined)
    else if (this.#lag !== undefined) listeners.follow(this.#lag.behind.lead(announce))
    else listeners.follow(this.#base.growth?.onExtended(announce))
  }
}

/** Asking each leader of a line in turn for its head would take twice as long with each: those lags add up. */
function sourceOf(lag: Lag): Lag {
  let { behind, by } = lag
  for (let next = behind.follows; next !== undefined; next = behind.follows) {
    behind = next.behind
    by += next.by
  }
  return { behind, by }
}
