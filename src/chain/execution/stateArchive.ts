import type { Hex } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { BlockTree } from '../store/tree.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import type { Engines } from './engine.ts'
import { executeBlock } from './executeBlock.ts'

/**
 * How far behind the newest block state is kept, and for which blocks: every one while uncles may be built on it, then
 * fewer and fewer.
 *
 * What changes in a block lives as long as the block's state does. Where that is short, the engine's collector is done
 * with it while it is young; state that is kept for hundreds of blocks, and then dropped, leaves the heap full of holes.
 */
const TIERS = [
  { behind: 8, interval: 1 },
  { behind: 256, interval: 16 },
  { behind: Number.POSITIVE_INFINITY, interval: 4096 },
] as const

/** How many of the blocks that came last keep their state, however far behind the newest they are. */
const RECENT_BLOCKS = 8

/**
 * What it takes to build on a block. State that is kept costs memory for what changed in it, so only the newest
 * blocks and a few checkpoints keep theirs; that of any other block is had by running the blocks from the nearest
 * checkpoint on once more.
 */
export class StateArchive {
  readonly #tree: BlockTree
  readonly #engines: Engines
  readonly #kept = new Map<Hex, BuiltBlock>()
  readonly #progress: Map<Hex, Progress>
  #newest = 0

  /** @param progress of blocks that are on the tree, but not in the archive yet */
  constructor(tree: BlockTree, engines: Engines, progress: ReadonlyMap<Hex, Progress> = new Map()) {
    this.#tree = tree
    this.#engines = engines
    this.#progress = new Map(progress)
  }

  /** The blocks whose state is there. */
  get kept(): Iterable<BuiltBlock> {
    return this.#kept.values()
  }

  /** What the traffic had come to with each block; nothing tells it from the blocks alone. */
  get progress(): ReadonlyMap<Hex, Progress> {
    return this.#progress
  }

  add(block: BuiltBlock): void {
    // What is built once more counts as new.
    this.#kept.delete(block.sealed.hash)
    this.#kept.set(block.sealed.hash, block)
    this.#progress.set(block.sealed.hash, block.progress)
    this.#newest = Math.max(this.#newest, block.sealed.number)
    this.#drop()
  }

  /** Forgets a block that has come to nothing. */
  remove(hash: Hex): void {
    this.#kept.delete(hash)
    this.#progress.delete(hash)
  }

  /**
   * A block of any branch, ready to be built on.
   *
   * @param pause called after each block that is run once more for it; throws, or rejects, where it is not wanted any more
   */
  async get(block: SealedBlock, pause?: () => Promise<void> | undefined): Promise<BuiltBlock> {
    const missing: SealedBlock[] = []
    let built: BuiltBlock | undefined
    for (let at: SealedBlock | undefined = block; built === undefined; ) {
      if (at === undefined) throw new Error(`block ${block.hash} has no known ancestor`)
      built = this.#kept.get(at.hash)
      if (built === undefined) missing.push(at)
      at = this.#tree.byHash(at.parentHash)
    }
    for (const next of missing.reverse()) {
      const executed = await executeBlock(this.#engines, built, next.rlp)
      built = { ...executed, progress: this.#progress.get(next.hash) ?? executed.progress }
      // There may be thousands.
      await yieldToEventLoop()
      await pause?.()
    }
    return built
  }

  /** Drops what is due now that there is a newer block; what became due earlier is gone already. */
  #drop(): void {
    // A branch far below the newest block is built on in its turn, too.
    let older = this.#kept.size - RECENT_BLOCKS
    for (const [hash, { sealed }] of this.#kept) {
      if (older-- <= 0) return
      const age = this.#newest - sealed.number
      const { interval } = TIERS.find(({ behind }) => age < behind) as (typeof TIERS)[number]
      if (sealed.number % interval !== 0) this.#kept.delete(hash)
    }
  }
}
