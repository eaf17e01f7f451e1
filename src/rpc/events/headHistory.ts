import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Overlay } from '../../chain/private/overlay.ts'
import type { HeadChange } from '../../endpoint/headListeners.ts'

/** A head, and the one that came after it. Entries that nobody refers to are garbage. */
export interface HeadEntry {
  readonly head: SealedBlock
  /** entries are numbered in order */
  readonly number: number
  readonly next: HeadEntry | undefined
  /** the tree that had it, and the chain below */
  readonly tree: Overlay['tree']
  readonly base: Overlay['base']
}

type Kept = Pick<Overlay, 'children' | 'tree' | 'base'>

type OpenEntry = { -readonly [Name in keyof HeadEntry]: HeadEntry[Name] }

/**
 * The heads of an endpoint since its first reader. Readers refer to entries, so a filter that nobody polls costs nothing
 * for each block: the path between two entries is found when it is polled.
 */
export class HeadHistory {
  #last: OpenEntry
  /** whether the last entry may be replaced by a head above it, with the same path to it and no reader between */
  #canGrow = false
  readonly #chain: Kept
  /** the heads that are kept, oldest first, up to that of the last entry */
  #kept: SealedBlock[] = []

  constructor(head: SealedBlock, chain: Kept) {
    this.#chain = chain
    const { tree, base } = chain
    this.#last = { head, number: 0, next: undefined, tree, base }
    this.#keep(head)
  }

  #keep(head: SealedBlock): void {
    this.#kept.push(head)
    this.#chain.children.retain(head)
  }

  /** Keeps the heads from this number on only. */
  forgetBefore(number: number): void {
    const kept = Math.max(0, this.#last.number + 1 - number)
    const count = Math.max(0, this.#kept.length - kept)
    for (const head of this.#kept.splice(0, count)) this.#chain.children.release(head)
  }

  /**
   * The number of the newest entry before the last whose head passes a test.
   *
   * @returns undefined if no head that is kept passes it
   */
  lastBefore(test: (head: SealedBlock) => boolean): number | undefined {
    const end = this.#kept.length - 1
    const index = this.#kept.slice(0, Math.max(0, end)).findLastIndex(test)
    return index < 0 ? undefined : this.#last.number - (end - index)
  }

  get last(): HeadEntry {
    return this.#last
  }

  /** The present, as an entry that does not change any more: later moves come after it. */
  mark(): HeadEntry {
    this.#canGrow = false
    return this.#last
  }

  /** @param head after the move */
  record({ removed, added }: HeadChange, head: SealedBlock): void {
    if (this.#canGrow && removed.length === 0) {
      this.#last.head = head
      const before = this.#kept.pop()
      this.#keep(head)
      if (before !== undefined) this.#chain.children.release(before)
      return
    }
    const { tree, base } = this.#chain
    const number = this.#last.number + 1
    const entry: OpenEntry = { head, number, next: undefined, tree, base }
    this.#last.next = entry
    this.#last = entry
    this.#keep(head)
    // After a rollback the next blocks may be those that it has removed, and the path would not lead through both.
    this.#canGrow = added.length > 0
  }
}
