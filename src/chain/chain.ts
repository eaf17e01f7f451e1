import type { Hex } from '../primitives/hex.ts'
import { fromHex } from '../primitives/hex.ts'
import { type Account, toAccount } from './accounts.ts'
import type { Block, SealedBlock } from './block.ts'
import type { BuiltBlock } from './builtBlock.ts'
import { createCast } from './cast.ts'
import { CHAIN_ID, createCommon } from './common.ts'
import { decodeBlock } from './decode.ts'
import { createEngine } from './engine.ts'
import { Generator } from './generator.ts'
import { createGenesis } from './genesis.ts'
import { UNCLE_DEPTH_MAX } from './plan.ts'
import { presets } from './presets.ts'
import { type ChainSpec, type ResolvedSpec, resolveSpec } from './spec.ts'
import { BlockTree } from './tree.ts'

/** The head, and the ancestors that the next block's uncles can be siblings of or be built on. */
const BUILT_BLOCKS_KEPT = UNCLE_DEPTH_MAX + 2

/** What can be done while blocks are made. */
export interface ExtendOptions {
  /** Told after each block how many of the wanted ones there are. */
  readonly onProgress?: (done: number, wanted: number) => void
  /** Ends the work after the block that is being made; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Makes the chain that a spec describes. Every transaction in it is signed and run by the EVM; equal specs give
 * equal bytes, in any process.
 *
 * @throws {SpecError} where the spec is not as `ChainSpec` says
 *
 * @example
 * const chain = await createChain({ seed: 'my-suite', blocks: 64 })
 * chain.head.header.number // 64
 */
export async function createChain(
  spec: ChainSpec = {},
  options: ExtendOptions = {},
): Promise<Chain> {
  const resolved = resolveSpec(spec)
  const cast = createCast(resolved)
  const common = createCommon(presets[resolved.preset])
  const genesis = createGenesis(resolved, cast.signers, common)
  const tree = new BlockTree(genesis.sealed)
  const engine = await createEngine(common, (number) => {
    const ancestor = tree.byNumber(number)
    return ancestor ? fromHex(ancestor.hash) : new Uint8Array(32)
  })
  const recent = new Map<Hex, BuiltBlock>([[genesis.sealed.hash, genesis]])
  const generator = new Generator(resolved, cast, engine, (hash) => recent.get(hash))
  const chain = new Chain(resolved, cast.signers.map(toAccount), tree, generator, recent)
  await chain.extend(resolved.blocks, options)
  return chain
}

/** A chain of blocks in memory, which can be extended without end. */
export class Chain {
  readonly spec: ResolvedSpec
  readonly chainId = CHAIN_ID
  /** The accounts that genesis funds. */
  readonly accounts: readonly Account[]
  /** The blocks as bytes. `blockByNumber` and `blockByHash` read them. */
  readonly tree: BlockTree
  readonly #generator: Generator
  /** what it takes to build on the last few blocks, by hash; older state is dropped */
  readonly #recent: Map<Hex, BuiltBlock>
  /** settles when the engine, which builds one block at a time, is free */
  #idle: Promise<unknown> = Promise.resolve()
  #pending: { parent: Hex; block: Promise<SealedBlock> } | undefined

  /** Use `createChain`. */
  constructor(
    spec: ResolvedSpec,
    accounts: readonly Account[],
    tree: BlockTree,
    generator: Generator,
    recent: Map<Hex, BuiltBlock>,
  ) {
    this.spec = spec
    this.accounts = accounts
    this.tree = tree
    this.#generator = generator
    this.#recent = recent
  }

  /** The last block. */
  get head(): Block {
    return decodeBlock(this.tree.head)
  }

  /** A block of the main branch; undefined above the head. */
  blockByNumber(number: number): Block | undefined {
    const block = this.tree.byNumber(number)
    return block && decodeBlock(block)
  }

  /** A block of any branch: those that became uncles are here with all they hold. */
  blockByHash(hash: Hex): Block | undefined {
    const block = this.tree.byHash(hash)
    return block && decodeBlock(block)
  }

  /**
   * Adds blocks to the main branch. A chain of 10 blocks that is extended by 10 equals one of 20.
   *
   * @param count how many
   */
  async extend(count: number, { onProgress, signal }: ExtendOptions = {}): Promise<void> {
    for (let done = 1; done <= count; done++) {
      signal?.throwIfAborted()
      await this.#exclusively(() => this.#extendByOne())
      onProgress?.(done, count)
      // The EVM only ever waits for what is there already: without this, no timer, signal or server would get a turn.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /**
   * The candidate for the next block: it holds the transactions that the next block will hold, but no uncles yet.
   *
   * @param parent the head, or one of the few blocks before it
   */
  pendingBlock(parent: SealedBlock): Promise<SealedBlock> {
    if (this.#pending?.parent !== parent.hash) {
      const block = this.#exclusively(async () => {
        const candidate = await this.#generator.candidate(this.#builtBlock(parent))
        return candidate.sealed
      })
      this.#pending = { parent: parent.hash, block }
    }
    return this.#pending.block
  }

  async #extendByOne(): Promise<void> {
    const { block, uncles } = await this.#generator.next(this.#builtBlock(this.tree.head))
    for (const uncle of uncles) this.tree.addSideBlock(uncle.sealed)
    this.tree.append(block.sealed, block.transactionHashes)
    this.#recent.set(block.sealed.hash, block)
    const dropped = this.tree.byNumber(block.sealed.number - BUILT_BLOCKS_KEPT)
    if (dropped !== undefined) this.#recent.delete(dropped.hash)
  }

  #builtBlock(block: SealedBlock): BuiltBlock {
    const built = this.#recent.get(block.hash)
    if (built === undefined) {
      throw new RangeError(`the state after block ${block.number} is no longer kept`)
    }
    return built
  }

  /** Runs `work` when all that was asked for before is done. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#idle.then(work)
    this.#idle = result.catch(() => {})
    return result
  }
}
