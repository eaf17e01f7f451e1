import { type Hex, toHex } from '../../primitives/hex.ts'
import { afterMisses } from '../../primitives/miss.ts'
import type { Chain } from '../chain.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { headerOf } from '../encoding/decode/headerOf.ts'
import { type StoredBlock, sideBlockBytes, unalteredOf } from '../encoding/storedBlock.ts'
import type { ChainStates } from '../execution/chainStates.ts'
import type { ComputedStates } from '../execution/computedStates.ts'
import { StateHistory } from '../execution/stateHistory.ts'
import type { BlockFactory } from '../generate/blockFactory.ts'
import type { StateTrie } from '../state/account.ts'
import { hasExactRoot } from '../state/openBranches.ts'
import { parentOf } from '../store/treePath.ts'
import { Alterations } from './alterations.ts'
import { CandidateCodes } from './candidateCodes.ts'
import { noteCodes } from './codesByHand.ts'
import { noteNames } from './namesByHand.ts'
import { type Alteration, Overlay } from './overlay.ts'
import { OverlayCodes } from './overlayCodes.ts'
import { OverlayTree } from './overlayTree.ts'
import { type ExecuteTransactions, PrivateChildBlocks } from './privateChildBlocks.ts'
import { MemoryShare, type PrivateMemory } from './privateMemory.ts'

/** How many of the newest blocks keep their state; the states of others are computed from what the blocks changed. */
const NEWEST = 2

/** What the private chains over a shared one have in common. */
export interface PrivateChainOptions {
  /** the states of old blocks that were computed */
  readonly computed: ComputedStates
  readonly memory: PrivateMemory
  /** Whether new blocks have generated transactions, too, as those of the shared chain do. */
  readonly hasTraffic: boolean
  /** Runs transactions on the state after a block of a chain. */
  run(
    chain: PrivateChain,
    ...input: Parameters<ExecuteTransactions>
  ): ReturnType<ExecuteTransactions>
}

/** What a chain has once it has built a block. */
interface Own {
  /** of the shared chain */
  readonly shared: BlockFactory
  readonly codes: OverlayCodes
  readonly states: StateHistory
  readonly blockFactory: BlockFactory<OverlayTree>
}

/**
 * A chain laid over a shared one: it has the blocks of the shared chain, and blocks of its own, which nobody else can
 * read and which are freed with it. Until it has built one it takes little more memory than its object.
 */
export class PrivateChain extends Overlay {
  readonly #tree: OverlayTree
  readonly #children: PrivateChildBlocks
  readonly #memory: MemoryShare
  readonly #alterations: Alterations
  readonly #candidateCodes = new CandidateCodes(() => this.#last.#own?.codes)
  readonly #options: PrivateChainOptions
  #own: Own | undefined
  #isBuilding = false
  /** the chain that has taken over its blocks */
  #joined: PrivateChain | undefined
  /** the chain that has replaced it, over another shared chain */
  #successor: PrivateChain | undefined

  constructor(shared: Chain, options: PrivateChainOptions) {
    super(shared)
    this.#options = options
    this.#memory = new MemoryShare(options.memory)
    this.#tree = new OverlayTree(shared.tree, this.#memory)
    this.#alterations = new Alterations(this.#memory, () => this.#last.#own?.codes)
    this.#children = new PrivateChildBlocks({
      tree: this.#tree,
      memory: this.#memory,
      alterations: this.#alterations,
      candidateCodes: this.#candidateCodes,
      changedBytes: (hash) => this.#own?.states.changesOf(hash)?.length ?? 0,
      shared: shared.children,
      blockFactory: () => this.#blockFactory(),
      exclusively: (work) => this.#exclusively(work),
      run: (parent, input) => options.run(this, parent, input),
      hasTraffic: options.hasTraffic,
    })
  }

  override get base(): Chain {
    return this.#present.shared
  }

  override get tree(): OverlayTree {
    return this.#present.#tree
  }

  override get states(): ChainStates {
    return this.#present.#own?.states ?? this.base.states
  }

  override get children(): PrivateChildBlocks {
    return this.#present.#children
  }

  override isOwn(hash: Hex): boolean {
    return this.tree.isOwn(hash)
  }

  override get memory(): MemoryShare {
    return this.#present.#memory
  }

  override candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined> {
    return this.children.candidate(parent)
  }

  override alter(block: SealedBlock, change: Alteration): Promise<SealedBlock> {
    const present = this.#present
    if (present !== this) return present.alter(block, change)
    const build = async (): Promise<SealedBlock> => {
      await this.#blockFactory()
      this.#memory.requireRoom()
      const { codes, states } = this.#own as Own
      const before = await states.after(block)
      const after = await change.apply(before, codes)
      const altered = withState(block as StoredBlock, before, after)
      if (altered.alteredRoot !== undefined) {
        states.addCandidate(altered, after)
        noteCodes(altered, block, { before, after }, codes)
        noteNames(altered, block, change.names)
        this.#alterations.add(altered.hash, change.names.length)
      }
      this.#children.restore(altered)
      return altered
    }
    return afterMisses(() => this.#exclusively(build))
  }

  override present(block: SealedBlock): SealedBlock {
    const present = this.tree.byHash(block.hash) ?? block
    if (present.alteredRoot === block.alteredRoot) return present
    this.children.restore(block)
    return block
  }

  override restoreParent(block: SealedBlock): SealedBlock | undefined {
    const parent = parentOf(this.tree, block)
    if (parent === undefined || this.tree.isMain(parent)) return parent
    const unaltered = unalteredOf(parent)
    const right = this.#present.#alterations.parentOf(block) ?? unaltered
    if (right !== parent) this.children.restore(right)
    return right
  }

  override undoAlterations(): void {
    const { tree } = this
    const altered = [...tree.own].filter(({ alteredRoot }) => alteredRoot !== undefined)
    tree.undoReplacements()
    for (const block of altered) {
      if (tree.byHash(block.hash) !== block) this.#present.#alterations.release(block)
    }
  }

  override layOver(chain: Chain): Promise<boolean> {
    // Waits for the block that is being built.
    return this.base.exclusively(async () => {
      const before = this.#present
      if (!before.#memory.isUsedAlone) return false
      const successor = new PrivateChain(chain, this.#options)
      successor.#memory.use()
      before.#successor = successor
      // Leaves out the chains in between, so that they become garbage.
      this.#last.#successor = successor
      before.#memory.leave()
      return true
    })
  }

  override join(other: PrivateChain): Promise<void> {
    return this.base.exclusively(async () => {
      const [from, to] = [this.#present, other.#present]
      if (from === to) return
      from.#joined = to
      to.#memory.adopt(from.#memory)
      // Counted by both.
      for (const block of to.#tree.alsoIn(from.#tree)) {
        const changes = from.#own?.states.changesOf(block.hash)?.length ?? 0
        to.#memory.add(-(sideBlockBytes(block) + changes))
      }
      to.#tree.adopt(from.#tree)
      if (from.#own !== undefined) {
        const { shared, codes, blockFactory } = from.#own
        to.#own ??= to.#begin(shared)
        to.#own.codes.adopt(codes)
        to.#own.codes.retain(from.#candidateCodes.names)
        to.#own.blockFactory.archive.adopt(blockFactory.archive)
      }
      to.#alterations.adopt(from.#alterations)
      to.#own?.codes.freeUnused()
      for (const block of from.#tree.own) {
        if (to.#tree.byHash(block.hash) !== block) to.#alterations.release(block)
      }
      to.#children.adopt(from.#children, to.#own?.blockFactory.archive)
    })
  }

  /** The chain that is used now: the last one, or the chain that has replaced it. */
  get #present(): PrivateChain {
    let present = this.#last
    while (present.#successor !== undefined) present = present.#successor.#last
    return present
  }

  /** The chain that has the blocks of this one now. */
  get #last(): PrivateChain {
    let last: PrivateChain = this
    while (last.#joined !== undefined) last = last.#joined
    return last
  }

  /** Builds a block or a state when nobody else does, and frees the code that it has not used. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.shared.exclusively(async () => {
      const building = this.#last
      building.#isBuilding = true
      try {
        return await work()
      } finally {
        building.#isBuilding = false
        building.#own?.codes.freeUnused()
      }
    })
  }

  async #blockFactory(): Promise<BlockFactory<OverlayTree>> {
    const shared = await this.shared.blockFactory()
    const last = this.#last
    last.#own ??= last.#begin(shared)
    return last.#own.blockFactory
  }

  #begin(shared: BlockFactory): Own {
    const codes = new OverlayCodes(shared.engines.codes, this.#memory, () => this.#isBuilding)
    const states = new StateHistory(this.#tree, codes, {
      below: this.shared.states,
      newest: NEWEST,
      computed: this.#options.computed,
    })
    states.onAdded((hash, isNew) => {
      if (isNew) this.#memory.add(states.changesOf(hash)?.length ?? 0)
    })
    return { shared, codes, states, blockFactory: shared.over(this.#tree, states) }
  }
}

/** A block with a state that a test has written. It may be the block's own: then nothing is altered any more. */
function withState(block: StoredBlock, before: StateTrie, after: StateTrie): StoredBlock {
  const root = toHex(after.root())
  const isOwn = root === headerOf(block).stateRoot
  if (isOwn) return block.unaltered ?? block
  return block.withState(root, hasExactRoot(before, after) ? ['state'] : ['state', 'stateRoot'])
}
