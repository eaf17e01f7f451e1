import type { Hex } from '../../primitives/hex.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { headerItems } from '../encoding/decode/headerOf.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import type { Engines } from './engine.ts'
import { readHeader } from './executeBlock.ts'
import type { StateHistory } from './stateHistory.ts'

/** How many blocks are kept whole: uncles are built on blocks that are at most seven behind. */
const RECENT_BLOCKS = 16

/** The blocks of a chain with everything that is needed to build on them. */
export class StateArchive {
  readonly states: StateHistory
  readonly #engines: Engines
  readonly #recent = new Map<Hex, BuiltBlock>()
  /** of a chain laid over another one, of which there may be thousands; freed when memory is needed */
  #newest: WeakRef<BuiltBlock> | undefined
  readonly #progress: Map<Hex, Progress>
  readonly #below: StateArchive | undefined

  /**
   * @param progress of the blocks of which `states` has the states
   * @param below of the chain that this one is laid over, for the blocks that this one does not have
   */
  constructor(
    states: StateHistory,
    engines: Engines,
    progress: ReadonlyMap<Hex, Progress> = new Map(),
    below?: StateArchive,
  ) {
    this.#below = below
    this.states = states
    this.#engines = engines
    this.#progress = new Map(progress)
  }

  /** By block hash: it cannot be computed from the blocks. */
  get progress(): ReadonlyMap<Hex, Progress> {
    return this.#progress
  }

  add(block: BuiltBlock): void {
    const { sealed, state, changes, progress } = block
    this.states.add(sealed, state, changes)
    this.#progress.set(sealed.hash, progress)
    if (this.#below !== undefined) {
      this.#newest = new WeakRef(block)
      return
    }
    // A block that is built again counts as recent.
    this.#recent.delete(sealed.hash)
    this.#recent.set(sealed.hash, block)
    const [oldest] = this.#recent.keys()
    if (this.#recent.size > RECENT_BLOCKS && oldest !== undefined) this.#recent.delete(oldest)
  }

  /** Forgets a block that the tree does not have any more. */
  forget(block: Pick<SealedBlock, 'number' | 'hash'>): void {
    this.#progress.delete(block.hash)
    this.#recent.delete(block.hash)
    if (this.#newest?.deref()?.sealed.hash === block.hash) this.#newest = undefined
    this.states.forget(block)
  }

  /** Adds blocks of another archive, whose states are computed when they are needed. */
  adopt(other: StateArchive): void {
    for (const [hash, progress] of other.progress) {
      const changes = other.states.changesOf(hash)
      if (changes === undefined || this.#progress.has(hash)) continue
      this.states.addChanges(hash, changes)
      this.#progress.set(hash, progress)
    }
  }

  /**
   * A block of any branch with its state.
   *
   * @param pause is called now and then while the state is computed; it may throw or reject to abort
   */
  async get(block: SealedBlock, pause?: Pause): Promise<BuiltBlock> {
    const { hash, alteredRoot } = block
    const isAltered = alteredRoot !== undefined
    const recent = isAltered ? undefined : this.#recentBlock(hash)
    if (recent !== undefined) return recent
    const below = this.#below
    if (below !== undefined && !isAltered && !this.#progress.has(hash))
      return below.get(block, pause)
    const state = await this.states.after(block, pause)
    const progress = this.#progress.get(hash) ?? below?.progress.get(hash)
    if (progress === undefined) throw new Error(`block ${block.hash} was never built`)
    return {
      sealed: block,
      header: await readHeader(this.#engines, headerItems(block)),
      state,
      progress,
      // Used only when a block is added to the tree, which has this one already.
      changes: NO_CHANGES,
      transactionHashes: [],
    }
  }

  #recentBlock(hash: Hex): BuiltBlock | undefined {
    const newest = this.#newest?.deref()
    return newest?.sealed.hash === hash ? newest : this.#recent.get(hash)
  }
}

const NO_CHANGES = new Uint8Array(0)
