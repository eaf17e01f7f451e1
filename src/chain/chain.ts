import type { Hex } from '../primitives/hex.ts'
import type { Account } from './accounts.ts'
import type { Block, SealedBlock } from './block.ts'
import type { BuiltBlock } from './builtBlock.ts'
import { decodeBlock } from './decode.ts'
import type { Generator } from './generator.ts'
import type { Genesis } from './genesis.ts'
import type { RecentBlocks } from './recentBlocks.ts'
import type { Rules } from './rules.ts'
import type { Finality, ResolvedSpec } from './spec.ts'
import type { BlockTree } from './tree.ts'

/** What a chain is made of. */
export interface ChainParts {
  /** what it was generated from, or what generates the blocks above an imported one */
  readonly spec: ResolvedSpec
  readonly rules: Rules
  readonly genesis: Genesis
  readonly accounts: readonly Account[]
  readonly finality: Finality
  readonly tree: BlockTree
  readonly generator: Generator
  readonly recent: RecentBlocks
}

/** What can be done while blocks are made. */
export interface ExtendOptions {
  /** Told after each block how many of the wanted ones there are. */
  readonly onProgress?: (done: number, wanted: number) => void
  /** Ends the work after the block that is being made; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A chain of blocks in memory, which can be extended without end. Made by `createChain` and `importChain`. */
export class Chain {
  readonly spec: ResolvedSpec
  /** What its blocks are judged by. */
  readonly rules: Rules
  readonly genesis: Genesis
  /** The accounts that genesis funds and whose keys are known. */
  readonly accounts: readonly Account[]
  /** How far, in blocks, the `safe` and `finalized` tags lie behind the head. */
  readonly finality: Finality
  /** The blocks as bytes. `blockByNumber` and `blockByHash` read them. */
  readonly tree: BlockTree
  readonly #generator: Generator
  readonly #recent: RecentBlocks
  /** settles when the engine, which builds one block at a time, is free */
  #idle: Promise<unknown> = Promise.resolve()
  #pending: { parent: Hex; block: Promise<SealedBlock> } | undefined

  constructor(parts: ChainParts) {
    this.spec = parts.spec
    this.rules = parts.rules
    this.genesis = parts.genesis
    this.accounts = parts.accounts
    this.finality = parts.finality
    this.tree = parts.tree
    this.#generator = parts.generator
    this.#recent = parts.recent
  }

  get chainId(): number {
    return this.rules.chainId
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
    this.#recent.add(block)
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
