import type { SealedBlock } from '../chain/encoding/block.ts'
import type { BlockTreeReader } from '../chain/store/tree.ts'
import { pathBetween, type TreePath } from '../chain/store/treePath.ts'

/** How a head has moved. `removed` is newest first, `added` oldest first. */
export type HeadChange = TreePath

export type HeadListener = (change: HeadChange) => void

/** The listeners of a head, and the head that was last announced to them. */
export class HeadListeners {
  readonly #tree: BlockTreeReader
  /** Maps each listener to whether it is a follower. Followers stay when the listeners of clients are removed. */
  readonly #listeners = new Map<HeadListener, boolean>()
  #announced: SealedBlock
  #leaveSource: (() => void) | undefined

  constructor(tree: BlockTreeReader, head: SealedBlock) {
    this.#tree = tree
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

  /** Removes all but followers. */
  keepFollowers(): void {
    for (const [listener, isFollower] of this.#listeners) if (!isFollower) this.remove(listener)
  }

  /** @param leave stops listening to the source that the head follows; undefined if it follows none */
  follow(leave: (() => void) | undefined): void {
    this.#leaveSource?.()
    this.#leaveSource = leave
  }

  /** Reports the path from the head that was announced last, if it has moved. */
  announce(head: SealedBlock): void {
    if (head === this.#announced) return
    const change = pathBetween(this.#tree, this.#announced, head)
    this.#announced = head
    for (const listener of [...this.#listeners.keys()]) listener(change)
  }
}
