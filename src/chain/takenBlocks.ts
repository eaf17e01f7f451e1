import type { Hex } from '../primitives/hex.ts'
import { ownBytes } from '../primitives/ownBytes.ts'
import type { SealedBlock } from './encoding/block.ts'
import type { Progress } from './execution/builtBlock.ts'
import type { ChainStates } from './execution/chainStates.ts'
import { addPassed, continueMain, type PassedBlock } from './execution/passedBlocks.ts'
import { StateHistory } from './execution/stateHistory.ts'
import type { Growth } from './generate/growth.ts'
import type { Producer } from './generate/producer.ts'
import type { BlockTree } from './store/tree.ts'

/** The blocks of a chain that another process has built. */
export class TakenBlocks {
  readonly #tree: BlockTree
  readonly #growth: Growth
  /** by hash, of those that the producer, which may never be loaded, does not know yet; oldest first */
  readonly #progress = new Map<Hex, Partial<Progress>>()

  constructor(tree: BlockTree, growth: Growth) {
    this.#tree = tree
    this.#growth = growth
  }

  /**
   * Extends the main branch by the last of these blocks. The others are its uncles.
   *
   * @param states of the chain
   * @returns false if it is not the next block of the main branch
   */
  async add(states: ChainStates, passed: readonly PassedBlock[]): Promise<boolean> {
    if (!(states instanceof StateHistory) || !continueMain(this.#tree, passed)) return false
    await this.#growth.beforeExtended()
    const own = ownBytes(passed)
    addPassed(this.#tree, states, own)
    for (const { fields, progress } of own) this.#progress.set(fields.hash, progress)
    this.#growth.notifyExtended()
    return true
  }

  /** Tells a producer of all blocks so far. @returns the producer */
  giveTo(producer: Producer): Producer {
    for (const [hash, difference] of this.#progress) {
      producer.archive.addProgress(this.#tree.byHash(hash) as SealedBlock, difference)
    }
    this.#progress.clear()
    return producer
  }
}
