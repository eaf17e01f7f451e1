import type { SealedBlock } from '../chain/encoding/block.ts'
import { sideBlockBytes } from '../chain/encoding/storedBlock.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import { pathBetween } from '../chain/store/treePath.ts'
import { withAdded } from '../primitives/withAdded.ts'

/** In bytes, by default. */
const UNDONE_BYTES_MAX = 16 * 1024 * 1024

/** The end of a branch that a head has left. */
interface UndoneBranch {
  readonly tip: SealedBlock
  /** of the blocks that the head has left with it */
  readonly bytes: number
}

/** The branches that the head of an endpoint has left last: their blocks stay readable by hash. */
export class UndoneBranches {
  readonly #chain: Overlay
  readonly #bytesMax: number
  /** the one that was left first comes first; a list, because most endpoints have few */
  #branches: UndoneBranch[] = []
  #bytes = 0
  /** how many of them were left before the last `trim`, so that nothing needs them any more */
  #settled = 0

  constructor(chain: Overlay, bytesMax = UNDONE_BYTES_MAX) {
    this.#chain = chain
    this.#bytesMax = bytesMax
  }

  /**
   * Keeps the blocks that a head leaves. Nothing is dropped until `trim`.
   *
   * @param tip the head
   * @param next the head after it
   * @returns whether there are such blocks
   */
  add(tip: SealedBlock, next: SealedBlock): boolean {
    const { children, tree } = this.#chain
    if (!children.canFree(tip)) return false
    const { removed } = pathBetween(tree, tip, next)
    let bytes = 0
    for (const block of removed) if (children.canFree(block)) bytes += sideBlockBytes(block)
    if (bytes === 0) return false
    children.retain(tip)
    const known = this.#branches.findIndex((branch) => branch.tip.hash === tip.hash)
    if (known >= 0) this.#drop(known)
    this.#branches = withAdded(this.#branches, { tip, bytes })
    this.#bytes += bytes
    return true
  }

  /** Drops the branches that were left first, until the others are within the limit. */
  trim(): void {
    while (this.#bytes > this.#bytesMax) this.#drop(0)
    this.#settled = this.#branches.length
  }

  /** Whether there are branches that were left before the last `trim`. */
  get hasSettled(): boolean {
    return this.#settled > 0
  }

  /**
   * Drops the branches that were left before the last `trim`, because there is no memory for them.
   *
   * @returns that none is left
   */
  dropSettled(): false {
    while (this.#settled > 0) this.#drop(0)
    return false
  }

  /** Drops all. */
  clear(): void {
    while (this.#branches.length > 0) this.#drop(0)
  }

  #drop(index: number): void {
    const [branch] = this.#branches.splice(index, 1)
    if (branch === undefined) return
    this.#bytes -= branch.bytes
    if (index < this.#settled) this.#settled--
    this.#chain.children.release(branch.tip)
  }
}
