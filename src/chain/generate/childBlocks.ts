import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { afterMisses } from '../../primitives/miss.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { BlockTime } from '../byHand/blockTime.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { storedBytes, unalteredOf } from '../encoding/storedBlock.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import type {
  ExecutableTransaction,
  ExecutedTransactions,
} from '../execution/executedTransactions.ts'
import type { StateArchive } from '../execution/stateArchive.ts'
import type { StateChanges } from '../state/stateChanges.ts'
import { BlockReferences } from '../store/blockReferences.ts'
import type { SideBlockTree } from '../store/tree.ts'
import { pathBetween } from '../store/treePath.ts'
import type { BlockFactory } from './blockFactory.ts'
import type { GeneratedBlock } from './generator.ts'
import { type HeaderSettings, settingsText } from './headerSettings.ts'
import { irregularityAfter } from './irregularityAfter.ts'
import type { ReplacedBranch } from './replacedBranch.ts'

/** A branch other than the main one. */
export interface SideBranch extends ReplacedBranch {
  /** children of the same parent differ by it */
  readonly label: string
}

/** Selects one of the possible children of a block. */
export interface ChildOptions {
  /** default: the branch of the parent */
  readonly branch?: SideBranch | undefined
  /** default: drawn for the branch */
  readonly time?: BlockTime | undefined
  /** default: what the generator draws and the protocol computes */
  readonly headerSettings?: HeaderSettings | undefined
  /** transactions that clients have sent, for the blocks of private chains; those that the block cannot include are left */
  readonly sent?: readonly ExecutableTransaction[] | undefined
  /** the first transactions of the block; default: none */
  readonly executed?: ExecutedTransactions | undefined
  /** Whether nothing is drawn into the block. Default: false */
  readonly isQuiet?: boolean | undefined
}

/** How a block was built. */
interface Built {
  /** undefined if it continues the main branch */
  readonly branch: SideBranch | undefined
  /** of the choices, for a block that is found by them */
  readonly key: string | undefined
}

/**
 * The parts of a chain that `ChildBlocks` needs.
 *
 * @internal
 */
export interface ChildBlocksParts {
  readonly tree: SideBlockTree
  readonly blockFactory: () => Promise<BlockFactory<SideBlockTree>>
  /** runs work when the engine is idle */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly isReadOnly: boolean
  /** the candidate for the next block, if it was loaded from files; null if the files have none */
  readonly pending: SealedBlock | null | undefined
  /** how many candidates are cached: one for each endpoint that clients are polling */
  readonly candidatesMax: number
}

/**
 * Builds children of blocks on demand, for endpoints that move independently of the chain's head. A child follows from
 * its parent and the options alone, so all endpoints get the same blocks, and each block is built once.
 *
 * A block beyond the head of the main branch is a side block of the tree until the chain itself reaches it: an endpoint
 * that moves on must not move those that follow the chain.
 */
export class ChildBlocks {
  readonly isReadOnly: boolean
  readonly #parts: ChildBlocksParts
  readonly #children = new Map<string, SealedBlock>()
  /** by hash, of blocks that are not on the main branch */
  readonly #built = new Map<Hex, Built>()
  /** how many blocks have a branch that keeps these blocks of another one */
  readonly #removed = new Map<ReadonlyMap<Hex, SealedBlock>, number>()
  /** of the blocks that it has built, and of their uncles */
  readonly #references: BlockReferences
  /** that knows them; undefined before the first */
  #archive: StateArchive | undefined
  readonly #candidates = new Map<string, Promise<SealedBlock | undefined>>()
  readonly #listeners = new Set<() => void>()
  readonly #sideListeners = new Set<(block: SealedBlock) => void>()

  /** @internal */
  constructor(parts: ChildBlocksParts) {
    this.#parts = parts
    this.isReadOnly = parts.isReadOnly
    const { pending, tree } = parts
    this.#references = new BlockReferences(tree, (block) => this.free(block))
    if (pending !== undefined) {
      this.#candidates.set(keyOf(tree.head, {}), Promise.resolve(pending ?? undefined))
    }
  }

  /** A child that has been built already. */
  existing(parent: SealedBlock, options: ChildOptions = {}): SealedBlock | undefined {
    const { tree } = this.#parts
    if (options.executed !== undefined) return undefined
    const { branch, time, headerSettings } = options
    const isPlain = branch === undefined && time === undefined && headerSettings === undefined
    if (isPlain && parent.alteredRoot === undefined && tree.isMain(parent)) {
      const next = tree.byNumber(parent.number + 1)
      if (next !== undefined) return next
    }
    return this.#children.get(keyOf(parent, this.#resolve(parent, options)))
  }

  /**
   * Finds or builds a child.
   *
   * @param pause is called now and then while the parent's state is computed; it may throw or reject to abort
   * @param reach is called with the child before anything else can happen: others may free a block that nobody keeps
   * @throws {ReadOnlyChainError} if it has not been built and the chain is read-only
   * @throws {BlockMisuseError} if the time is not valid for the block
   */
  async child(
    parent: SealedBlock,
    options: ChildOptions = {},
    pause?: () => Promise<void> | undefined,
    reach?: (child: SealedBlock) => void,
  ): Promise<SealedBlock> {
    const { tree, exclusively, blockFactory } = this.#parts
    const build = async (): Promise<SealedBlock> => {
      const existing = this.existing(parent, options)
      if (existing !== undefined) {
        reach?.(existing)
        return existing
      }
      const resolved = this.#withRemoved(parent, this.#resolve(parent, options))
      const { generator, archive } = await blockFactory()
      this.#archive = archive
      const before = await archive.get(parent, pause)
      const { block, uncles } = await generate(generator, before, resolved)
      const irregularity = irregularityAfter(parent, before.header, block, resolved.executed)
      for (const uncle of uncles) this.#addSideBlock(uncle.sealed)
      this.#addSideBlock(
        irregularity === undefined ? block.sealed : { ...block.sealed, irregularity },
        resolved.branch?.label,
      )
      for (const built of [...uncles, block]) archive.add(built)
      const stored = tree.byHash(block.sealed.hash) as SealedBlock
      // Its changes are those since a state that a revert may undo.
      if (parent.alteredRoot !== undefined)
        archive.states.addCandidate(unalteredOf(stored), block.state)
      const key = resolved.executed === undefined ? keyOf(parent, resolved) : undefined
      if (key !== undefined) this.#children.set(key, stored)
      this.#addBuilt(stored.hash, { branch: resolved.branch, key })
      reach?.(stored)
      return stored
    }
    // While something is read, the engine builds blocks of others.
    const child = await afterMisses(() => exclusively(build))
    await yieldToEventLoop()
    return child
  }

  /**
   * A candidate for a child: it contains the same transactions, but no uncles.
   *
   * @param parent is called again when the engine is idle, because the head may have moved by then
   * @returns undefined if the chain is read-only and has no pending block
   */
  candidate(
    parent: () => SealedBlock,
    options: ChildOptions = {},
  ): Promise<SealedBlock | undefined> {
    const { exclusively, blockFactory } = this.#parts
    const parentNow = parent()
    const key = keyOf(parentNow, this.#resolve(parentNow, options))
    const cached = this.#candidates.get(key)
    if (cached !== undefined) return cached
    if (this.isReadOnly) return Promise.resolve(undefined)
    const build = async (): Promise<SealedBlock> => {
      const { generator, archive } = await blockFactory()
      const current = parent()
      // The cache must not have the child of another block under this key.
      if (current !== parentNow) this.#forgetCandidate(key)
      const { branch, ...rest } = this.#resolve(current, options)
      const built = await archive.get(current)
      const { sealed, state, changes } =
        branch === undefined
          ? await generator.candidate(built, rest)
          : await generator.branch(built, branch.label, { ...branch, ...rest })
      archive.states.addCandidate(sealed, state)
      this.addedCandidate(sealed, changes)
      return sealed
    }
    const candidate = afterMisses(() => exclusively(build))
    this.#candidates.set(key, candidate)
    candidate.catch(() => this.#candidates.delete(key))
    for (const oldest of this.#candidates.keys()) {
      if (this.#candidates.size <= this.#parts.candidatesMax) break
      this.#forgetCandidate(oldest)
    }
    return candidate
  }

  #forgetCandidate(key: string): void {
    const candidate = this.#candidates.get(key)
    this.#candidates.delete(key)
    const release = async (block: SealedBlock | undefined) => {
      // Those that wait for it may retain it first.
      await yieldToEventLoop()
      if (block !== undefined) this.releaseCandidate(block)
    }
    candidate?.then(release, () => {})
  }

  /** A candidate has been built, and the cache has it. */
  protected addedCandidate(_candidate: SealedBlock, _changes: StateChanges): void {}

  /**
   * Keeps what is freed with a candidate until it is released.
   *
   * @returns whether it must be released
   */
  retainCandidate(_candidate: SealedBlock): boolean {
    return false
  }

  /** Undoes one `retainCandidate`. */
  releaseCandidate(_candidate: SealedBlock): void {}

  /**
   * Adds a listener that is called whenever the main branch has become longer. It must not throw.
   *
   * @returns removes the listener
   */
  onExtended(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /**
   * Adds a listener that is called with each block that it has built and can free, before something retains it. It must not
   * throw.
   *
   * @returns removes the listener
   */
  onSideBlock(listener: (block: SealedBlock) => void): () => void {
    this.#sideListeners.add(listener)
    return () => {
      this.#sideListeners.delete(listener)
    }
  }

  /**
   * Adds what another one has built, whose blocks the tree and the archive have.
   *
   * @internal
   */
  adopt(other: ChildBlocks, archive: StateArchive | undefined): void {
    const { tree } = this.#parts
    for (const [key, { hash }] of other.#children) {
      const block = tree.byHash(hash)
      if (block !== undefined && !this.#children.has(key)) this.#children.set(key, block)
    }
    // Both count in the same memory: what is added below counts again.
    for (const removed of other.#removed.keys()) this.count(-bytesOf(removed))
    for (const [hash, built] of other.#built) {
      if (!this.#built.has(hash)) this.#addBuilt(hash, built)
    }
    this.#archive ??= archive
    this.#references.adopt(other.#references)
    for (const key of other.#candidates.keys()) other.#forgetCandidate(key)
  }

  /**
   * Keeps a block, with its ancestors, until it is released. Those that nothing keeps any more are freed: they are not in
   * the tree any more, and are built again when they are wanted.
   */
  retain(block: SealedBlock): void {
    this.#references.retain(block)
  }

  /** Undoes one `retain`. */
  release(block: SealedBlock): void {
    this.#references.release(block)
  }

  canFree({ hash }: SealedBlock): boolean {
    return this.#references.has(hash)
  }

  /** Whether it counts what needs a block, because the block or its state can be freed. */
  counts(block: SealedBlock): boolean {
    return this.canFree(block)
  }

  /** Removes a block from the tree, and all that is known of it. */
  protected free(block: SealedBlock): void {
    const { hash } = block
    const { key } = this.#built.get(hash) ?? {}
    if (key !== undefined) this.#children.delete(key)
    this.#removeBuilt(hash)
    this.#archive?.forget(block)
    this.#parts.tree.removeSideBlock(hash)
  }

  /** Counts bytes that it takes besides its blocks. */
  protected count(_bytes: number): void {}

  /** Keeps the blocks that a new branch replaces for its later blocks: their transactions may be included there. */
  #withRemoved(parent: SealedBlock, options: ChildOptions): ChildOptions {
    const { branch } = options
    if (branch?.replaces === undefined || branch.removed !== undefined) return options
    const { removed } = pathBetween(this.#parts.tree, branch.replaces, parent)
    const own = removed.filter((block) => this.canFree(block))
    const byHash = new Map(own.map((block) => [block.hash, block]))
    return { ...options, branch: { ...branch, removed: byHash } }
  }

  #addBuilt(hash: Hex, built: Built): void {
    this.#built.set(hash, built)
    this.#countBranch(built.branch, 1)
  }

  #removeBuilt(hash: Hex): void {
    const built = this.#built.get(hash)
    if (built === undefined) return
    this.#built.delete(hash)
    this.#countBranch(built.branch, -1)
  }

  /** Counts what a branch keeps of another one, for as long as it has blocks. */
  #countBranch(branch: SideBranch | undefined, by: 1 | -1): void {
    const removed = branch?.removed
    if (removed === undefined || removed.size === 0) return
    const count = (this.#removed.get(removed) ?? 0) + by
    if (count > 0) this.#removed.set(removed, count)
    else this.#removed.delete(removed)
    if (by === 1 ? count > 1 : count > 0) return
    this.count(by * bytesOf(removed))
  }

  #addSideBlock(block: SealedBlock, label?: string): void {
    const { tree } = this.#parts
    const isNew = tree.byHash(block.hash) === undefined
    tree.addSideBlock(block, label)
    // Others, such as branches that a test has written, stay.
    if (!isNew) return
    this.#references.add(block)
    for (const listener of this.#sideListeners) listener(block)
  }

  /** Calls the listeners after the main branch has become longer. */
  notifyExtended(): void {
    const { tree } = this.#parts
    this.#removeBuilt(tree.head.hash)
    this.#references.settle(tree.head.hash)
    for (const listener of this.#listeners) listener()
  }

  #resolve(parent: SealedBlock, options: ChildOptions): ChildOptions {
    return { ...options, branch: options.branch ?? this.branchOf(parent) }
  }

  /** The branch of which a block is the last one; undefined for the main branch and what continues it. */
  branchOf(block: SealedBlock): SideBranch | undefined {
    if (this.#parts.tree.isMain(block)) return undefined
    const built = this.#built.get(block.hash)
    if (built !== undefined) return built.branch
    // An uncle, or a block of a branch that was built by `extendBranch`: its hash labels the branch from here on.
    return { label: `after-${block.hash}` }
  }
}

function bytesOf(blocks: ReadonlyMap<Hex, SealedBlock>): number {
  let bytes = 0
  for (const block of blocks.values()) bytes += storedBytes(block)
  return bytes
}

function keyOf(parent: SealedBlock, options: ChildOptions): string {
  const { branch, time, headerSettings, executed, isQuiet } = options
  const when = Object.entries(time ?? {}).map(([name, seconds]) => `${name} ${seconds}`)
  const quiet = isQuiet ? 'quiet' : ''
  const included = executed?.included.map(({ encoded }) => toHex(keccak256(encoded))) ?? []
  // The same state may have been set after several blocks. The label is last, because it may be any text.
  return `${parent.hash} ${parent.alteredRoot ?? ''} ${when} ${settingsText(headerSettings)} ${quiet} ${included} ${branch?.label ?? ''}`
}

async function generate(
  generator: BlockFactory['generator'],
  parent: BuiltBlock,
  { branch, ...options }: ChildOptions,
): Promise<GeneratedBlock> {
  if (branch === undefined) return generator.next(parent, options)
  const block = await generator.branch(parent, branch.label, { ...branch, ...options })
  return { block, uncles: [] }
}
