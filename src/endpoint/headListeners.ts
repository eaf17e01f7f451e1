import type { SealedBlock } from '../chain/encoding/block.ts'
import type { BlockTreeReader } from '../chain/store/tree.ts'
import { pathBetween, type TreePath } from '../chain/store/treePath.ts'

/** How a head has moved. `removed` is newest first, `added` oldest first. */
export type HeadChange = TreePath

export type HeadListener = (change: HeadChange) => void

/** Those who want to know how a head moves, and which one they know of. */
export class HeadListeners {
  readonly #tree: BlockTreeReader
  /** and whether each is a follower, which stays when clients go */
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

  /** Forgets all but followers. */
  keepFollowers(): void {
    for (const [listener, isFollower] of this.#listeners) if (!isFollower) this.remove(listener)
  }

  /** @param leave ends being told by whom the head follows; undefined where it follows nobody */
  follow(leave: (() => void) | undefined): void {
    this.#leaveSource?.()
    this.#leaveSource = leave
  }

  /** Tells of the way from the head they know of, if there is any. */
  announce(head: SealedBlock): void {
    if (head === this.#announced) return
    const change = pathBetween(this.#tree, this.#announced, head)
    this.#announced = head
    for (const listener of [...this.#listeners.keys()]) listener(change)
  }
}
