import { messageOf } from '../../primitives/errors.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import { Engines } from '../execution/engine.ts'
import { executeBlock } from '../execution/executeBlock.ts'
import { StateArchive } from '../execution/stateArchive.ts'
import type { StateHistory } from '../execution/stateHistory.ts'
import type { Genesis } from '../genesis/genesis.ts'
import { createGenesisBlock } from '../genesis/genesisBlock.ts'
import type { Rules } from '../protocol/rules.ts'
import { MissingStateError } from '../store/missingStateError.ts'
import type { BlockTree } from '../store/tree.ts'

/** Runs the blocks of a chain that was loaded without state, and adds their states to its history. */
export class Executor {
  readonly #engines: Engines
  readonly #tree: BlockTree
  readonly #history: StateHistory
  readonly #archive: StateArchive

  private constructor(engines: Engines, tree: BlockTree, history: StateHistory) {
    this.#engines = engines
    this.#tree = tree
    this.#history = history
    this.#archive = new StateArchive(history, engines)
  }

  /** Adds the state of genesis, if the chain begins with it. */
  static async start(
    rules: Rules,
    genesis: Genesis,
    tree: BlockTree,
    history: StateHistory,
  ): Promise<Executor> {
    const engines = Engines.create(rules, tree.ancestorHash.bind(tree), history.codes())
    const executor = new Executor(engines, tree, history)
    const built = await createGenesisBlock(genesis, await engines.at(0, genesis.timestamp))
    if (built.sealed.hash === tree.first.hash) executor.#archive.add(built)
    return executor
  }

  /**
   * Runs a block and those before it that have not been run.
   *
   * @param pause is called after each block; it may reject to abort
   * @throws {MissingStateError} if the chain does not begin with its genesis, or a block is not valid
   */
  async executeUpTo(block: SealedBlock, pause: () => Promise<void>): Promise<void> {
    const missing: SealedBlock[] = []
    let known: SealedBlock | undefined = block
    while (known !== undefined && !this.#history.has(known)) {
      missing.push(known)
      known = this.#tree.byHash(known.parentHash)
    }
    if (known === undefined) {
      const { number, hash } = this.#tree.first
      throw new MissingStateError(block, `the state of block ${number} (${hash}) is unknown`)
    }
    let built = await this.#archive.get(known, pause)
    for (const next of missing.reverse()) {
      built = await this.#execute(block, built, next)
      this.#archive.add(built)
      await pause()
    }
  }

  async #execute(wanted: SealedBlock, parent: BuiltBlock, next: SealedBlock): Promise<BuiltBlock> {
    let problem: string
    try {
      const built = await executeBlock(this.#engines, parent, next.rlp)
      if (built.sealed.hash === next.hash) return built
      problem = `block ${next.number} has the hash ${built.sealed.hash}, not ${next.hash}`
    } catch (error) {
      problem = messageOf(error)
    }
    throw new MissingStateError(wanted, problem)
  }
}
