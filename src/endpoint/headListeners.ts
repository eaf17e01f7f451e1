import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import { pathBetween, type TreePath } from '../chain/store/treePath.ts'

/** A move of a head: `removed` is newest first, `added` oldest first. */
export type HeadChange = TreePath

export type HeadListener = (change: HeadChange) => void

/** Listeners for moves of a head, and the last head that they were notified of. */
export class HeadListeners {
  readonly #chain: Pick<Overlay, 'tree'>
  /** the value is true for followers, which stay when the listeners of clients are removed */
  readonly #listeners = new Map<HeadListener, boolean>()
  #announced: SealedBlock
  #leaveSource: (() => void) | undefined

  constructor(chain: Pick<Overlay, 'tree'>, head: SealedBlock) {
    this.#chain = chain
    this.#announced = head
  }

  get count(): number {
    return this.#listeners.size
  }

  add(listener: HeadListener, isFollower: boolean): void {
    this.#listeners.set(listener, isFollower)
  }

  remove(listener: HeadListener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size === 0) this.follow(undefined)
  }

  /** Removes all listeners except followers. */
  keepFollowers(): void {
    for (const [listener, isFollower] of this.#listeners) if (!isFollower) this.remove(listener)
  }

  /** @param leave unsubscribes from the source of the head; undefined without a source */
  follow(leave: (() => void) | undefined): void {
    this.#leaveSource?.()
    this.#leaveSource = leave
  }

  /** Notifies the listeners if the head has moved since the last notification. */
  announce(head: SealedBlock): void {
    if (head === this.#announced) return
    const isSame = head.hash === this.#announced.hash && head.number === this.#announced.number
    // The same block with a state that was changed by hand.
    if (isSame && head.alteredRoot !== this.#announced.alteredRoot) {
      this.#announced = head
      return
    }
    const change = pathBetween(this.#chain.tree, this.#announced, head)
    this.#announced = head
    for (const listener of [...this.#listeners.keys()]) listener(change)
  }
}
