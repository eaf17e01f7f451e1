import { ByteLog } from '../../primitives/byteLog.ts'
import type { Hex } from '../../primitives/hex.ts'
import { afterMisses, missOf } from '../../primitives/miss.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { unalteredOf } from '../encoding/storedBlock.ts'
import type { StateTrie } from '../state/account.ts'
import type { CodeStore } from '../state/codeStore.ts'
import { applyEncodedChanges, codesSetBy, type StateChanges } from '../state/stateChanges.ts'
import { MissingStateError } from '../store/missingStateError.ts'
import type { BlockTreeReader } from '../store/tree.ts'
import type { ChainStates, ExpectedCall } from './chainStates.ts'
import { ComputedStates } from './computedStates.ts'
import { KeptStates } from './keptStates.ts'
import { SharedRuns } from './sharedRuns.ts'

/** How many of the newest blocks keep their state by default. */
const HISTORY_DEFAULT = 128

/** How many blocks' changes are applied at once: about 5 ms. */
const BLOCKS_AT_ONCE = 32

/** After how many blocks' changes other work gets a turn. */
const PAUSE_EVERY = 8

/** In bytes: a log with less of forgotten blocks stays as it is. */
const REWRITTEN_MIN = 64 * 1024

/** While a state far from a kept one is computed, each block with a multiple of this number leaves its state. */
const COMPUTED_EVERY = 64

/**
 * The states after candidates, and those that do not follow from changes. They belong to the objects of blocks, so all
 * histories share them: a block keeps its state when another private chain takes it over.
 */
const STATES_OF_OBJECTS = new WeakMap<SealedBlock, StateTrie>()

/** A block with its state. */
interface Known {
  readonly hash: Hex
  readonly state: StateTrie
}

/** The blocks whose changes lead from a known state to another one. */
interface PathToState {
  readonly root: SealedBlock | undefined
  readonly base: Known | undefined
  /** oldest first, without `root` */
  readonly path: readonly SealedBlock[]
}

/** How a history differs from that of a whole chain. */
interface HistoryOptions {
  /** the states of the chain that this one is laid over */
  readonly below?: ChainStates | undefined
  /** how many of the newest blocks keep their state */
  readonly newest?: number
  /** the states that were computed, possibly those of several histories */
  readonly computed?: ComputedStates
}

/**
 * The states after all blocks of a chain. Each block leaves what it changed, as bytes; some keep their state as a trie.
 * The state after any other block is computed by applying changes to the nearest trie before it, so no block is ever run
 * again, and reading needs no EVM.
 */
export class StateHistory implements ChainStates {
  readonly areAvailable = true
  readonly #tree: Pick<BlockTreeReader, 'byHash'>
  readonly #codes: CodeStore
  readonly #below: ChainStates | undefined
  readonly #kept: KeptStates
  /** the state of the block that the chain goes on from, if no block leads to it */
  #base: Known | undefined
  readonly #computed: ComputedStates
  readonly #candidates = STATES_OF_OBJECTS
  #log = new ByteLog()
  /** of the changes in the log, those of blocks that were forgotten */
  #freedBytes = 0
  /** where the changes of each block are in the log */
  readonly #changes = new Map<Hex, number>()
  readonly #runs = new SharedRuns<StateTrie>()
  readonly #listeners = new Set<(hash: Hex, isNew: boolean) => void>()

  constructor(
    tree: Pick<BlockTreeReader, 'byHash'>,
    codes: CodeStore,
    { below, newest = HISTORY_DEFAULT, computed = new ComputedStates() }: HistoryOptions = {},
  ) {
    this.#tree = tree
    this.#codes = codes
    this.#below = below
    this.#kept = new KeptStates(newest, below === undefined ? undefined : newest)
    this.#computed = computed
  }

  /** The states that are kept as tries, by block hash. */
  get kept(): Iterable<readonly [Hex, StateTrie]> {
    return this.#kept.entries
  }

  codes(): CodeStore {
    return this.#codes
  }

  expect(block: SealedBlock, call: ExpectedCall, misses: number): Promise<void> | undefined {
    return this.#below?.expect?.(block, call, misses)
  }

  keepNewest(count: number): void {
    this.#kept.history = count
  }

  /** Whether `after` has the state of a block. */
  has({ hash }: SealedBlock): boolean {
    return this.#changes.has(hash) || this.#find(hash) !== undefined
  }

  /** @returns undefined if the block is unknown */
  changesOf(hash: Hex): StateChanges | undefined {
    const location = this.#changes.get(hash)
    return location === undefined ? undefined : this.#log.at(location)
  }

  add(block: Pick<SealedBlock, 'number' | 'hash'>, state: StateTrie, changes: StateChanges): void {
    const isNew = !this.#changes.has(block.hash)
    this.addChanges(block.hash, changes)
    this.addState(block, state)
    for (const listener of this.#listeners) listener(block.hash, isNew)
  }

  /**
   * Adds a listener that is called with the hash of each block that is built, when the tree has it, and with whether its
   * changes are new here. It must not throw.
   *
   * @returns removes the listener
   */
  onAdded(listener: (hash: Hex, isNew: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  addChanges(hash: Hex, changes: StateChanges): void {
    if (this.#changes.has(hash)) return
    this.#changes.set(hash, this.#log.add(changes))
    this.#codes.retain?.(codesSetBy(changes))
  }

  /** Forgets a block that the tree does not have any more. */
  forget(block: Pick<SealedBlock, 'number' | 'hash'>): void {
    const { hash } = block
    const changes = this.changesOf(hash)
    this.#kept.delete(block)
    if (changes === undefined) return
    this.#changes.delete(hash)
    this.#codes.release?.(codesSetBy(changes))
    this.#freedBytes += changes.length
    const { bytes } = this.#log
    if (this.#freedBytes > REWRITTEN_MIN && 2 * this.#freedBytes > bytes) this.#rewriteLog()
  }

  #rewriteLog(): void {
    const before = this.#log
    this.#log = new ByteLog()
    this.#freedBytes = 0
    for (const [hash, location] of this.#changes) {
      this.#changes.set(hash, this.#log.add(before.at(location)))
    }
  }

  addState(block: Pick<SealedBlock, 'number' | 'hash'>, state: StateTrie): void {
    this.#kept.add(block, state)
  }

  /** Adds the state after a block that no other state leads to. It is kept for ever. */
  addBase({ hash }: SealedBlock, state: StateTrie): void {
    this.#base = { hash, state }
  }

  /**
   * Adds the state after a candidate for a block, or a state that does not follow from changes, for as long as the object
   * of the block is kept.
   */
  addCandidate(candidate: SealedBlock, state: StateTrie): void {
    this.#candidates.set(candidate, state)
  }

  ready(block: SealedBlock): StateTrie | undefined {
    const known = this.#candidates.get(block) ?? this.#find(block.hash)
    if (known !== undefined) return known
    if (this.#isBelow(block)) return this.#below?.ready(block)
    const { base, path } = this.#pathTo(block, BLOCKS_AT_ONCE)
    if (base === undefined) return undefined
    try {
      const state = path.reduce((state, next) => this.#apply(state, next), base.state)
      this.#remember(block, state, base)
      return state
    } catch (error) {
      // What a fork has to read first, `after` reads.
      if (missOf(error) === undefined) throw error
      return undefined
    }
  }

  after(block: SealedBlock, pause?: Pause): StateTrie | Promise<StateTrie> {
    const ready = this.ready(block)
    if (ready !== undefined) return ready
    if (this.#below !== undefined && this.#isBelow(block)) return this.#below.after(block, pause)
    const { root, base, path } = this.#pathTo(block, Number.POSITIVE_INFINITY)
    if (root === undefined) throw new MissingStateError(block, 'it was never executed')
    return this.#runs.run(block.hash, pause, async (pauseAll) => {
      let last = base ?? { hash: root.hash, state: await this.after(root, pauseAll) }
      let { state } = last
      for (const [index, next] of path.entries()) {
        const before = state
        state = await afterMisses(() => this.#apply(before, next))
        if (index + 1 < path.length && next.number % COMPUTED_EVERY === 0) {
          this.#remember(next, state, last)
          last = { hash: next.hash, state }
        }
        if ((index + 1) % PAUSE_EVERY === 0) await pauseAll()
      }
      this.#remember(block, state, last)
      return state
    })
  }

  #find(hash: Hex): StateTrie | undefined {
    if (hash === this.#base?.hash) return this.#base.state
    return this.#kept.get(hash) ?? this.#computed.get(hash)
  }

  /** Whether the state after a block is one of the chain that this one is laid over. */
  #isBelow({ hash }: SealedBlock): boolean {
    return this.#below !== undefined && !this.#changes.has(hash)
  }

  /**
   * The nearest block before this one whose state is known, and the blocks from there on.
   *
   * @param max how many blocks there may be
   * @returns without `root` if there is no such block, and without `base` if its state takes time to compute
   */
  #pathTo(block: SealedBlock, max: number): PathToState {
    const path: SealedBlock[] = []
    for (let at: SealedBlock | undefined = block; at !== undefined && path.length <= max; ) {
      const isBelow = this.#isBelow(at)
      const known = this.#candidates.get(at) ?? this.#find(at.hash)
      const state = known ?? (isBelow ? this.#below?.ready(at) : undefined)
      if (state !== undefined || isBelow) {
        const base = state && { hash: at.hash, state }
        return { root: at, base, path: path.reverse() }
      }
      path.push(at)
      at = this.#changes.has(at.hash) ? this.#parentOf(at) : undefined
    }
    return { root: undefined, base: undefined, path }
  }

  /**
   * The parent without a state that was set by hand. A block that was built on such a state has its own state as a
   * candidate; all others were built on the state that follows from the parent.
   */
  #parentOf({ parentHash }: SealedBlock): SealedBlock | undefined {
    const parent = this.#tree.byHash(parentHash)
    return parent && unalteredOf(parent)
  }

  #apply(state: StateTrie, { hash }: SealedBlock): StateTrie {
    return applyEncodedChanges(state, this.changesOf(hash) as StateChanges, this.#codes)
  }

  #remember(block: SealedBlock, state: StateTrie, base: Known): void {
    if (this.#kept.keeps(block.number)) this.#kept.add(block, state)
    else this.#computed.add(block.hash, state, base)
  }
}
