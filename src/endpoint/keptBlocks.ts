import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import type { Free } from '../chain/private/privateMemory.ts'
import { UndoneBranches } from './undoneBranches.ts'

/** The blocks that an endpoint keeps besides those of its head and snapshots. */
export class KeptBlocks {
  readonly #chain: Overlay
  readonly #undone: UndoneBranches
  /** that `reset` restores */
  #initial: SealedBlock | undefined
  /** the last block of a move in progress */
  #reached: SealedBlock | undefined
  /** settles when undone branches above the limit are dropped; undefined if none waits for that */
  #settling: Promise<void> | undefined
  /** frees undone branches, because there is no memory for them */
  #drop: Free | undefined
  #stopDropping: (() => void) | undefined

  /** @param undoneMax in bytes: of the branches that the head has left */
  constructor(chain: Overlay, undoneMax: number | undefined) {
    this.#chain = chain
    this.#undone = new UndoneBranches(chain, undoneMax)
  }

  /** The head leaves a block for another one. */
  leave(left: SealedBlock, next: SealedBlock): void {
    if (!this.#undone.add(left, next)) return
    this.#settling ??= this.#settle()
  }

  /** Resolves when undone branches above the limit are dropped; undefined if they are. */
  get settled(): Promise<void> | undefined {
    return this.#settling
  }

  /** Keeps the last block of a move in progress; with undefined, the move has ended. */
  reach(block: SealedBlock | undefined): void {
    this.#reached = this.#keepInstead(this.#reached, block)
  }

  /** Keeps the head that `reset` restores. */
  begin(head: SealedBlock | undefined): void {
    this.#initial = this.#keepInstead(this.#initial, head)
  }

  #keepInstead(before: SealedBlock | undefined, block: SealedBlock | undefined) {
    const { children } = this.#chain
    if (block !== undefined) children.retain(block)
    if (before !== undefined) children.release(before)
    return block
  }

  /** Keeps nothing any more. */
  close(): void {
    this.#stopDropping?.()
    this.reach(undefined)
    this.begin(undefined)
    this.#undone.clear()
  }

  async #settle(): Promise<void> {
    // Listeners are notified of this move of the head first.
    await undefined
    this.#settling = undefined
    this.#undone.trim()
    if (!this.#undone.hasSettled) return
    this.#drop ??= () => this.#undone.dropSettled()
    this.#stopDropping = this.#chain.memory.onShortage(this.#drop, 'spare')
  }
}
