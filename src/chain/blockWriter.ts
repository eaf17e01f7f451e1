import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hex } from '../primitives/hex.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { BlockAuthor } from './byHand/blockAuthor.ts'
import { BlockMisuseError } from './byHand/misuse.ts'
import type { SealedBlock } from './encoding/block.ts'
import type { BuiltBlock } from './execution/builtBlock.ts'
import type { BlockFactory } from './generate/blockFactory.ts'

/** Writes a block, given its index among those that are written, from 0. A promise that it returns is awaited. */
export type WriteBlock = (block: BlockAuthor, index: number) => unknown

/** The blocks to write. */
interface Wanted {
  readonly parent: SealedBlock
  readonly count: number
  readonly write: WriteBlock
  /** label of the branch; undefined for the main branch */
  readonly label?: string | undefined
}

/**
 * Builds the blocks that functions of tests write, and notices when such a function calls the chain.
 *
 * @internal
 */
export class BlockWriter {
  /** the block that the current asynchronous context is writing */
  readonly #writing = new AsyncLocalStorage<{ readonly number: number; isOpen: boolean }>()

  /** @throws {BlockMisuseError} CHAIN_BUSY inside such a function: it would wait for itself */
  requireNone(): void {
    const written = this.#writing.getStore()
    if (!written?.isOpen) return
    const problem =
      'the chain is busy until the block is written; call the block, or the chain afterwards'
    throw new BlockMisuseError('CHAIN_BUSY', written.number, problem)
  }

  /**
   * Builds blocks one on another, and adds them to the tree as side blocks. If one of them fails, none is added.
   *
   * @throws any error of `write`
   */
  async build(
    blockFactory: BlockFactory,
    { parent: start, count, write, label }: Wanted,
  ): Promise<readonly BuiltBlock[]> {
    const { archive, tree } = blockFactory
    const built: BuiltBlock[] = []
    const added: Hex[] = []
    let parent = await archive.get(start)
    try {
      for (let index = 0; index < count; index++) {
        const block = blockFactory.author(parent, label)
        try {
          await this.#write(block, () => write(block, index))
          parent = await block.finish()
        } finally {
          block.close()
        }
        await yieldToEventLoop()
        // BLOCKHASH and the uncle rules look up the next block's ancestors in the tree.
        if (tree.byHash(parent.sealed.hash) === undefined) added.push(parent.sealed.hash)
        tree.addSideBlock(parent.sealed, label)
        built.push(parent)
      }
    } catch (error) {
      for (const hash of added) tree.removeSideBlock(hash)
      throw error
    }
    return built
  }

  async #write(author: BlockAuthor, write: () => unknown): Promise<void> {
    const written = { number: author.number, isOpen: true }
    try {
      await this.#writing.run(written, write)
    } finally {
      // Work that `write` has started may continue afterwards, and call the chain then.
      written.isOpen = false
      // While an AsyncLocalStorage is in use, Node 20 and 22 handle every promise of the process more slowly.
      this.#writing.disable()
    }
  }
}
