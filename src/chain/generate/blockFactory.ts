import { BlockAuthor } from '../byHand/blockAuthor.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import type { Engines } from '../execution/engine.ts'
import { StateArchive } from '../execution/stateArchive.ts'
import type { StateHistory } from '../execution/stateHistory.ts'
import type { ChainCore } from '../genesis/chainCore.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import type { BlockTree, SideBlockTree } from '../store/tree.ts'
import { Generator } from './generator.ts'
import type { Participants } from './participants.ts'

/** Builds the blocks of a chain. It needs the EVM, so it is loaded only when a block is built. */
export class BlockFactory<Tree extends SideBlockTree = BlockTree> {
  readonly tree: Tree
  readonly engines: Engines
  readonly archive: StateArchive
  readonly generator: Generator
  readonly #spec: ResolvedSpec
  readonly #participants: Participants

  constructor(
    spec: ResolvedSpec,
    participants: Participants,
    { engines, tree, archive }: Pick<ChainCore, 'engines' | 'archive'> & { readonly tree: Tree },
  ) {
    this.#spec = spec
    this.#participants = participants
    this.tree = tree
    this.engines = engines
    this.archive = archive
    this.generator = new Generator(spec, participants, engines, tree, archive)
  }

  /**
   * A block factory of the same blocks for a chain that is laid over this one.
   *
   * @param tree of that chain
   * @param states of the blocks that only that chain has
   */
  over<Over extends SideBlockTree>(tree: Over, states: StateHistory): BlockFactory<Over> {
    const engines = this.engines.over(
      (block, number) => tree.ancestorHash(block, number),
      states.codes(),
    )
    const archive = new StateArchive(states, engines, new Map(), this.archive)
    return new BlockFactory(this.#spec, this.#participants, { engines, tree, archive })
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
