import type { Hex } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { BlockTime } from '../byHand/blockTime.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import type { BlockTree } from '../store/tree.ts'
import type { GeneratedBlock } from './generator.ts'
import type { Producer } from './producer.ts'

/** A branch beside the main one. */
export interface SideBranch {
  /** names it: blocks of one parent differ by it */
  readonly label: string
  /** last block of the branch whose place it takes, and whose transactions come again in part */
  readonly replaces?: SealedBlock | undefined
}

/** Which child of a block is wanted. */
export interface Wanted {
  /** by default the branch that the parent is on */
  readonly branch?: SideBranch | undefined
  /** by default it comes when its branch has it come */
  readonly time?: BlockTime | undefined
}

/**
 * What a `Growth` needs of its chain.
 *
 * @internal
 */
export interface GrowthParts {
  readonly tree: BlockTree
  readonly producer: () => Promise<Producer>
  /** runs work when the engine is free */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly isReadOnly: boolean
  /** the candidate for the next block, where it is known from elsewhere; null where there is none */
  readonly pending: SealedBlock | null | undefined
}

/** How many candidates are kept: one for each endpoint that clients are polling just now. */
const CANDIDATES_MAX = 64

/**
 * The blocks that a chain could go on with, and those that endpoints have gone on with. Each follows from its parent and
 * from what was wanted, so whoever asks first, all are given the same; and what was built once is found again.
 *
 * Blocks that continue the main branch beyond its head stand beside it in the tree, until the chain comes to them: an
 * endpoint that moves on must not move those that follow the chain.
 */
export class Growth {
  readonly isReadOnly: boolean
  readonly #parts: GrowthParts
  readonly #children = new Map<string, SealedBlock>()
  /** of blocks that are not on the main branch; undefined where they continue it */
  readonly #branches = new Map<Hex, SideBranch | undefined>()
  readonly #candidates = new Map<string, Promise<SealedBlock | undefined>>()
  readonly #listeners = new Set<() => void>()

  /** @internal */
  constructor(parts: GrowthParts) {
    this.#parts = parts
    this.isReadOnly = parts.isReadOnly
    const { pending, tree } = parts
    if (pending !== undefined) {
      this.#candidates.set(keyOf(tree.head, {}), Promise.resolve(pending ?? undefined))
    }
  }

  /** A child that is there already. */
  known(parent: SealedBlock, wanted: Wanted = {}): SealedBlock | undefined {
    const { tree } = this.#parts
    if (wanted.branch === undefined && wanted.time === undefined && tree.isMain(parent)) {
      const next = tree.byNumber(parent.number + 1)
      if (next !== undefined) return next
    }
    return this.#children.get(keyOf(parent, this.#resolve(parent, wanted)))
  }

  /**
   * A child, made where it is not there.
   *
   * @param pause called after each block that is run once more for it; throws, or rejects, where it is not wanted any more
   * @throws {ReadOnlyChainError} where it is not there, and the chain cannot be built on
   * @throws {BlockMisuseError} where it cannot come at the time that is wanted
   */
  async child(
    parent: SealedBlock,
    wanted: Wanted = {},
    pause?: () => Promise<void> | undefined,
  ): Promise<SealedBlock> {
    const { tree, exclusively, producer } = this.#parts
    const child = await exclusively(async () => {
      const known = this.known(parent, wanted)
      if (known !== undefined) return known
      const resolved = this.#resolve(parent, wanted)
      const { generator, archive } = await producer()
      const { block, uncles } = await generate(generator, await archive.get(parent, pause), resolved)
      for (const built of [...uncles, block]) {
        tree.addSideBlock(built.sealed)
        archive.add(built)
      }
      const stored = tree.byHash(block.sealed.hash) as SealedBlock
      this.#children.set(keyOf(parent, resolved), stored)
      this.#branches.set(stored.hash, resolved.branch)
      return stored
    })
    await yieldToEventLoop()
    return child
  }

  /**
   * What a child holds as far as is known before it is made: the same transactions, but no uncles.
   *
   * @returns undefined where the chain cannot be built on and none is known
   */
  candidate(parent: SealedBlock, wanted: Wanted = {}): Promise<SealedBlock | undefined> {
    const { exclusively, producer } = this.#parts
    const resolved = this.#resolve(parent, wanted)
    const key = keyOf(parent, resolved)
    const cached = this.#candidates.get(key)
    if (cached !== undefined) return cached
    if (this.isReadOnly) return Promise.resolve(undefined)
    const candidate = exclusively(async () => {
      const { generator, archive } = await producer()
      const { branch, time } = resolved
      const built = await archive.get(parent)
      const { sealed } =
        branch === undefined
          ? await generator.candidate(built, time)
          : await generator.branch(built, branch.label, { ...branch, time })
      return sealed
    })
    this.#candidates.set(key, candidate)
    candidate.catch(() => this.#candidates.delete(key))
    for (const oldest of this.#candidates.keys()) {
      if (this.#candidates.size <= CANDIDATES_MAX) break
      this.#candidates.delete(oldest)
    }
    return candidate
  }

  /**
   * Has a function called whenever the main branch has become longer. It must not throw.
   *
   * @returns ends that
   */
  onExtended(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Tells that the main branch has become longer. */
  notifyExtended(): void {
    const { tree } = this.#parts
    this.#branches.delete(tree.head.hash)
    for (const listener of this.#listeners) listener()
  }

  #resolve(parent: SealedBlock, { branch, time }: Wanted): Wanted {
    return { branch: branch ?? this.#branchOf(parent), time }
  }

  #branchOf(block: SealedBlock): SideBranch | undefined {
    if (this.#parts.tree.isMain(block)) return undefined
    if (this.#branches.has(block.hash)) return this.#branches.get(block.hash)
    // Uncles, and branches that were named in code, end where they end: what comes then is told by the block alone.
    return { label: `after-${block.hash}` }
  }
}

function keyOf(parent: SealedBlock, { branch, time }: Wanted): string {
  const when = Object.entries(time ?? {}).map(([name, seconds]) => `${name} ${seconds}`)
  return `${parent.hash} ${when} ${branch?.label ?? ''}`
}

async function generate(
  generator: Producer['generator'],
  parent: BuiltBlock,
  { branch, time }: Wanted,
): Promise<GeneratedBlock> {
  if (branch === undefined) return generator.next(parent, time)
  return { block: await generator.branch(parent, branch.label, { ...branch, time }), uncles: [] }
}
