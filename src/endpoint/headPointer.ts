import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import type { Endpoint } from './endpoint.ts'
import { type HeadListener, HeadListeners } from './headListeners.ts'
import { OwnPath } from './ownPath.ts'
import type { CanonicalChain } from './view.ts'

/** A distance behind the head of another endpoint. */
export interface Lag {
  readonly behind: Endpoint
  /** in blocks; on a shorter chain the head is its first block */
  readonly by: number
}

/** The head of an endpoint: its own, at a distance behind that of another endpoint, or that of the chain. */
export class HeadPointer {
  readonly #base: Overlay
  /** its own head, if it has one; takes precedence over the lag */
  #path: OwnPath | undefined
  #lag: Lag | undefined
  /** whether its own head is that of `holdAt` */
  #isHeld = false
  #listeners: HeadListeners | undefined
  /** the head of its own, which the chain keeps */
  #kept: SealedBlock | undefined
  /** Is called when it leaves its own head, before the chain may free that block. */
  kept: { leave(left: SealedBlock, next: SealedBlock): void } | undefined

  constructor(base: Overlay) {
    this.#base = base
  }

  /** Whether it follows the head of the chain. */
  get isWithChain(): boolean {
    return this.#path === undefined && this.#lag === undefined
  }

  get lag(): Lag | undefined {
    return this.#lag
  }

  /** The lag, unless it has its own head. */
  get follows(): Lag | undefined {
    return this.#path === undefined ? this.#lag : undefined
  }

  /** The last leader in a line of lagging endpoints, with the total distance; undefined if it follows none. */
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

  transactionByHash(hash: Hex): TransactionLocation | undefined {
    if (this.#path !== undefined) return this.#path.transactionByHash(hash)
    if (this.#lag === undefined) return this.#base.tree.transaction(hash)
    const location = sourceOf(this.#lag).behind.transactionByHash(hash)
    return location !== undefined && location.block.number <= this.head.number
      ? location
      : undefined
  }

  /** The chain up to the current head; later moves do not change it. */
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
   * Makes a block its own head.
   *
   * @throws {EndpointMoveError} NO_SUCH_BLOCK if a block between the main branch and this one is missing
   */
  moveTo(block: SealedBlock): void {
    this.#isHeld = false
    // A path that is still being read must not change below its head.
    if (this.#path !== undefined && block.parentHash === this.#path.head.hash) {
      this.#path.push(block)
      this.#keep(block)
      this.#lag = undefined
      this.#listeners?.announce(block)
    } else if (block !== this.#path?.head) {
      this.#point(new OwnPath(this.#base, block), undefined)
    } else {
      this.#lag = undefined
    }
  }

  /** Follows another endpoint, or with undefined the chain. */
  follow(lag: Lag | undefined): void {
    this.#isHeld = false
    this.#point(undefined, lag)
  }

  /**
   * Puts the head where it was when a change was made that is made again.
   *
   * @returns is called after it. The head follows its source again if it did before, and the change has not moved it;
   *   the result says whether it does
   */
  holdAt(block: SealedBlock): () => boolean {
    if (this.#path !== undefined) {
      this.moveTo(block)
      return () => false
    }
    this.#point(new OwnPath(this.#base, block), this.#lag)
    this.#isHeld = true
    return () => {
      const isHeld = this.#isHeld
      if (isHeld) this.follow(this.#lag)
      return isHeld
    }
  }

  /** Keeps the head in place until the work is done. If the work fails, the head follows its source again. */
  async withFixedHead<T>(work: () => Promise<T>): Promise<T> {
    const path = this.#path
    // The lag is kept so that the check for loops still sees it, and for a failure.
    this.#point(path ?? new OwnPath(this.#base, this.head), this.#lag)
    try {
      return await work()
    } catch (error) {
      this.#point(path, this.#lag)
      throw error
    }
  }

  /** @param isFollower whether the listener stays when those of clients are removed */
  onHeadChange(listener: HeadListener, isFollower = false): () => void {
    this.#listeners ??= new HeadListeners(this.#base, this.head)
    const listeners = this.#listeners
    listeners.add(listener, isFollower)
    if (listeners.count === 1) this.#followSource()
    return () => {
      listeners.remove(listener)
      if (listeners.count === 0 && this.#listeners === listeners) this.#listeners = undefined
    }
  }

  /** Removes all listeners except followers. */
  forgetListeners(): void {
    this.#listeners?.keepFollowers()
    if (this.#listeners?.count === 0) this.#listeners = undefined
  }

  #point(path: OwnPath | undefined, lag: Lag | undefined): void {
    this.#path = path
    this.#lag = lag
    const left = this.#kept
    if (left !== undefined && left !== path?.head) this.kept?.leave(left, this.head)
    this.#keep(path?.head)
    this.#followSource()
    this.#listeners?.announce(this.head)
  }

  #keep(head: SealedBlock | undefined): void {
    const { children } = this.#base
    const before = this.#kept
    if (head === before) return
    this.#kept = head
    if (head !== undefined) children.retain(head)
    if (before !== undefined) children.release(before)
  }

  /** Subscribes to the source of the head, whose moves must reach the listeners here, too. */
  #followSource(): void {
    const listeners = this.#listeners
    if (listeners === undefined) return
    const announce = () => listeners.announce(this.head)
    if (this.#path !== undefined) listeners.follow(undefined)
    else if (this.#lag !== undefined) listeners.follow(this.#lag.behind.lead(announce))
    else listeners.follow(this.#base.children.onExtended(announce))
  }
}

/** Adds up the lags of a line. A recursion over the heads of the leaders would take time exponential in its length. */
function sourceOf(lag: Lag): Lag {
  let { behind, by } = lag
  for (let next = behind.follows; next !== undefined; next = behind.follows) {
    behind = next.behind
    by += next.by
  }
  return { behind, by }
}
