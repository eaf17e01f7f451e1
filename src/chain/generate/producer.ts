import { BlockAuthor } from '../byHand/blockAuthor.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import type { Engines } from '../execution/engine.ts'
import type { StateArchive } from '../execution/stateArchive.ts'
import type { ChainCore } from '../genesis/chainCore.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import type { BlockTree } from '../store/tree.ts'
import { Generator } from './generator.ts'
import type { Participants } from './participants.ts'

/** Builds the blocks of a chain. It needs the EVM, so it is loaded only when a block is built. */
export class Producer {
  readonly tree: BlockTree
  readonly engines: Engines
  readonly archive: StateArchive
  readonly generator: Generator

  constructor(
    spec: ResolvedSpec,
    participants: Participants,
    { engines, tree, archive }: Omit<ChainCore, 'genesisBlock'>,
  ) {
    this.tree = tree
    this.engines = engines
    this.archive = archive
    this.generator = new Generator(spec, participants, engines, tree, archive)
  }

  /**
   * A block to be written by hand.
   *
   * @param label of its branch; undefined for the main branch
   */
  author(parent: BuiltBlock, label?: string): BlockAuthor {
    const choices = this.generator.choices(parent, label)
    return new BlockAuthor(this.engines, this.tree, parent, choices, label)
  }
}
