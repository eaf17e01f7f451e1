import type { Hex } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { BlockTree } from '../store/tree.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import type { Engines } from './engine.ts'
import { executeBlock } from './executeBlock.ts'

/**
 * Which blocks keep their state, by their distance from the newest block: every block while uncles may be built on it,
 * then ever fewer.
 *
 * The objects that a block creates live as long as its state. The garbage collector frees young objects cheaply; state
 * that is dropped after hundreds of blocks fragments the heap.
 */
const TIERS = [
  { behind: 8, interval: 1 },
  { behind: 256, interval: 16 },
  { behind: Number.POSITIVE_INFINITY, interval: 4096 },
] as const

/** The most recently built blocks keep their state even if they are far behind the newest block. */
const RECENT_BLOCKS = 8

/**
 * The states of blocks, needed to build on them. A kept state costs memory for what changed in it, so only the newest
 * blocks and a few checkpoints keep theirs; for any other block the archive runs the blocks after the nearest
 * checkpoint again.
 */
export class StateArchive {
  readonly #tree: BlockTree
  readonly #engines: Engines
  readonly #kept = new Map<Hex, BuiltBlock>()
  readonly #progress: Map<Hex, Progress>
  #newest = 0

  /** @param progress of blocks that are in the tree but not yet in the archive */
  constructor(tree: BlockTree, engines: Engines, progress: ReadonlyMap<Hex, Progress> = new Map()) {
    this.#tree = tree
    this.#engines = engines
    this.#progress = new Map(progress)
  }

  /** The blocks that keep their state. */
  get kept(): Iterable<BuiltBlock> {
    return this.#kept.values()
  }

  /** By block hash: it cannot be computed from the blocks. */
  get progress(): ReadonlyMap<Hex, Progress> {
    return this.#progress
  }

  add(block: BuiltBlock): void {
    // A block that is built again counts as recent.
    this.#kept.delete(block.sealed.hash)
    this.#kept.set(block.sealed.hash, block)
    this.#progress.set(block.sealed.hash, block.progress)
    this.#newest = Math.max(this.#newest, block.sealed.number)
    this.#drop()
  }

  /** Removes a block that was discarded. */
  remove(hash: Hex): void {
    this.#kept.delete(hash)
    this.#progress.delete(hash)
  }

  /**
   * A block of any branch with its state.
   *
   * @param pause is called after each block that is run again; it may throw or reject to abort
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

  /** Drops the states that are no longer needed after a block was added. */
  #drop(): void {
    // The Map is ordered by insertion: the last ones are the most recent, which may be on a branch far below the
    // newest.
    let older = this.#kept.size - RECENT_BLOCKS
    for (const [hash, { sealed }] of this.#kept) {
      if (older-- <= 0) return
      const age = this.#newest - sealed.number
      const { interval } = TIERS.find(({ behind }) => age < behind) as (typeof TIERS)[number]
      if (sealed.number % interval !== 0) this.#kept.delete(hash)
    }
  }
}
