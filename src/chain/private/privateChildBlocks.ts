import type { Hex } from '../../primitives/hex.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { unalteredOf } from '../encoding/storedBlock.ts'
import type {
  ExecutableTransactions,
  ExecutedTransactions,
} from '../execution/executedTransactions.ts'
import type { BlockFactory } from '../generate/blockFactory.ts'
import { ChildBlocks, type ChildBlocksParts, type ChildOptions } from '../generate/childBlocks.ts'
import { settingsText } from '../generate/headerSettings.ts'
import { codesSetBy, type StateChanges } from '../state/stateChanges.ts'
import type { Alterations } from './alterations.ts'
import type { CandidateCodes } from './candidateCodes.ts'
import type { OverlayTree } from './overlayTree.ts'
import type { MemoryShare } from './privateMemory.ts'

/** Runs transactions on the state after a block so that nobody else waits for them: their code may take long. */
export type ExecuteTransactions = (
  parent: SealedBlock,
  input: ExecutableTransactions,
) => Promise<ExecutedTransactions>

interface PrivateParts extends Pick<ChildBlocksParts, 'exclusively'> {
  readonly tree: OverlayTree
  readonly memory: MemoryShare
  readonly alterations: Alterations
  readonly candidateCodes: CandidateCodes
  /** in bytes: what a block has changed in the state */
  readonly changedBytes: (hash: Hex) => number
  readonly blockFactory: () => Promise<BlockFactory<OverlayTree>>
  readonly shared: ChildBlocks
  readonly run: ExecuteTransactions
  /** whether new blocks also have generated transactions */
  readonly hasTraffic: boolean
}

/** What the result of running transactions follows from. */
interface Wanted {
  readonly parent: SealedBlock
  readonly sent: ChildOptions['sent']
  readonly replaces: SealedBlock | undefined
  readonly label: string | undefined
  /** of the block: its time, and what is set of its header */
  readonly settings: string
}

interface Run extends Wanted {
  readonly executed: Promise<ExecutedTransactions>
}

function isSameRun(run: Run, wanted: Wanted): boolean {
  return (
    run.parent === wanted.parent &&
    run.sent === wanted.sent &&
    run.replaces === wanted.replaces &&
    run.label === wanted.label &&
    run.settings === wanted.settings
  )
}

/**
 * Builds children of blocks for one private chain. Unlike those of a shared chain, they may have transactions that clients
 * have sent. These run before the engine is reserved for the block, so that blocks of other chains do not wait for them.
 */
export class PrivateChildBlocks extends ChildBlocks {
  readonly #own: PrivateParts
  /** the transactions that ran last: clients read the pending block again and again, and then it is mined */
  #lastRun: Run | undefined

  constructor(parts: PrivateParts) {
    super({
      isReadOnly: parts.shared.isReadOnly,
      pending: undefined,
      candidatesMax: 4,
      // Before the others, it would have a hidden class of its own in Node 20.
      ...parts,
    })
    this.#own = parts
  }

  override async child(
    parent: SealedBlock,
    options: ChildOptions = {},
    pause?: Pause,
    reach?: (child: SealedBlock) => void,
  ): Promise<SealedBlock> {
    this.#own.memory.requireRoom()
    const prepared = await this.#prepare(parent, options, pause)
    const child = await super.child(parent, prepared, pause, reach)
    this.#lastRun = undefined
    this.#own.alterations.builtOn(parent, child)
    return this.#unaltered(child)
  }

  /** The candidates for children of shared blocks are those of the shared chain: many endpoints ask for the same ones. */
  override async candidate(
    parent: () => SealedBlock,
    options: ChildOptions = {},
  ): Promise<SealedBlock | undefined> {
    const { tree, shared } = this.#own
    const now = parent()
    const prepared = await this.#prepare(now, options)
    if (prepared.executed !== undefined) return super.candidate(() => now, prepared)
    const { time, headerSettings } = options
    const isSet = time !== undefined || headerSettings !== undefined
    if (tree.isOwn(now.hash) || isSet) return super.candidate(parent, prepared)
    // A head may be a block of its own by the time that the shared chain asks again.
    const sharedParent = (): SealedBlock => {
      const later = parent()
      return tree.isOwn(later.hash) ? now : later
    }
    return shared.candidate(sharedParent, prepared)
  }

  override existing(parent: SealedBlock, options: ChildOptions = {}): SealedBlock | undefined {
    if (options.sent !== undefined && options.sent.length > 0) return undefined
    const existing = super.existing(parent, { ...options, isQuiet: !this.#own.hasTraffic })
    return existing && this.#unaltered(existing)
  }

  override onExtended(listener: () => void): () => void {
    return this.#own.shared.onExtended(listener)
  }

  override retain(block: SealedBlock): void {
    super.retain(block)
    this.#own.alterations.retain(block)
  }

  override release(block: SealedBlock): void {
    this.#own.alterations.release(block)
    super.release(block)
  }

  override counts(block: SealedBlock): boolean {
    return block.alteredRoot !== undefined || super.counts(block)
  }

  override retainCandidate(candidate: SealedBlock): boolean {
    return this.#own.candidateCodes.retain(candidate)
  }

  override releaseCandidate(candidate: SealedBlock): void {
    this.#own.candidateCodes.release(candidate)
  }

  protected override addedCandidate(candidate: SealedBlock, changes: StateChanges): void {
    this.#own.candidateCodes.add(candidate, codesSetBy(changes))
  }

  /**
   * Returns this object for its block from now on. Which one the tree has follows from moves alone, and not from what was
   * freed meanwhile, so that a replay of the same moves finds the same states.
   */
  restore(block: SealedBlock): void {
    const { tree, alterations } = this.#own
    const before = tree.byHash(block.hash)
    alterations.retain(block)
    tree.replace(block)
    if (before !== undefined) alterations.release(before)
  }

  protected override free(block: SealedBlock): void {
    const { memory, alterations, changedBytes } = this.#own
    memory.add(-changedBytes(block.hash))
    super.free(block)
    alterations.release(block)
    alterations.freed(block)
  }

  protected override count(bytes: number): void {
    this.#own.memory.add(bytes)
  }

  /** Runs the transactions that the block may include. */
  async #prepare(parent: SealedBlock, options: ChildOptions, pause?: Pause): Promise<ChildOptions> {
    const { tree, blockFactory, run, hasTraffic } = this.#own
    const prepared = { ...options, isQuiet: !hasTraffic }
    if (this.isReadOnly) return prepared
    const branch = options.branch ?? this.branchOf(parent)
    const { label, replaces } = branch ?? {}
    const hasOwn = replaces !== undefined && tree.isOwn(replaces.hash)
    if (!hasOwn && (options.sent ?? []).length === 0) return prepared
    const wanted = {
      parent,
      sent: options.sent,
      replaces,
      label,
      settings: `${JSON.stringify(options.time)} ${settingsText(options.headerSettings)}`,
    }
    const last = this.#lastRun
    if (last !== undefined && isSameRun(last, wanted))
      return { ...prepared, executed: await last.executed }
    const { generator, archive } = await blockFactory()
    const replaced = branch === undefined ? [] : generator.replaced(parent, branch.label, branch)
    const transactions = [...replaced, ...(options.sent ?? [])]
    if (transactions.length === 0) return prepared
    const before = await generator.before(await archive.get(parent, pause), label, options)
    const executed = run(parent, { ...before, transactions })
    this.#keepRun({ ...wanted, executed })
    return { ...prepared, executed: await executed }
  }

  /** A block that is mined again has its own state again. */
  #unaltered(block: SealedBlock): SealedBlock {
    const unaltered = unalteredOf(block)
    if (unaltered !== block) this.restore(unaltered)
    return unaltered
  }

  #keepRun(run: Run): void {
    this.#lastRun = run
    run.executed.catch(() => {
      if (this.#lastRun === run) this.#lastRun = undefined
    })
  }
}
