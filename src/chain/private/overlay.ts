import type { Hex } from '../../primitives/hex.ts'
import type { Chain, ViewedChain } from '../chain.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { ChainStates } from '../execution/chainStates.ts'
import type { ChildBlocks } from '../generate/childBlocks.ts'
import type { StateTrie } from '../state/account.ts'
import type { CodeStore } from '../state/codeStore.ts'
import type { BlockTreeReader } from '../store/tree.ts'
import { parentOf } from '../store/treePath.ts'
import { MemoryShare, PrivateMemory } from './privateMemory.ts'

/** Of blocks that follow from the chain alone, which all endpoints share. */
const UNCOUNTED = new MemoryShare(new PrivateMemory(Number.POSITIVE_INFINITY))
UNCOUNTED.release()

/** A change of a state by hand. */
export interface Alteration {
  /** the addresses and slots that it writes: DATA, 20 or 32 bytes */
  readonly names: readonly Hex[]
  /** Makes the state that follows from another one. */
  apply(state: StateTrie, codes: CodeStore): StateTrie | Promise<StateTrie>
}

/**
 * What an endpoint lays over a chain. Without `dev` it adds nothing: the blocks that endpoints build follow from the chain
 * alone, so each is built once, and the chain has it. A `PrivateChain` has blocks and states of its own.
 */
export class Overlay implements ViewedChain {
  protected readonly shared: Chain

  constructor(chain: Chain) {
    this.shared = chain
  }

  /** The chain below. */
  get base(): Chain {
    return this.shared
  }

  get chainId(): number {
    return this.base.chainId
  }

  get rules(): Chain['rules'] {
    return this.base.rules
  }

  get genesis(): Chain['genesis'] {
    return this.base.genesis
  }

  get finality(): Chain['finality'] {
    return this.base.finality
  }

  get recordedAnswers(): ViewedChain['recordedAnswers'] {
    return this.base.recordedAnswers
  }

  get earlier(): ViewedChain['earlier'] {
    return this.base.earlier
  }

  /** Overlays that share their blocks have the same tree. */
  get tree(): BlockTreeReader {
    return this.base.tree
  }

  get states(): ChainStates {
    return this.base.states
  }

  get children(): ChildBlocks {
    return this.base.children
  }

  candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined> {
    return this.base.candidate(parent)
  }

  /** Whether a block is only in this overlay, and in those that share its blocks. */
  isOwn(_hash: Hex): boolean {
    return false
  }

  /** What the blocks take of the memory for all private chains. */
  get memory(): MemoryShare {
    return UNCOUNTED
  }

  /**
   * Replaces the chain below by another one, and drops the blocks of its own, to which nothing may refer any more.
   *
   * @returns false if it has no blocks of its own, or another endpoint uses them, too
   */
  layOver(_chain: Chain): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Shares the blocks of another overlay over the same chain from now on, and adds its own to them. */
  join(_other: Overlay): Promise<void> {
    return Promise.resolve()
  }

  /**
   * Changes the state after a block by hand, so that it does not follow from the block any more.
   *
   * @returns the block with its new state: another object, which the tree returns from now on; undefined if states
   *   cannot be changed
   * @throws {PrivateMemoryError}
   */
  alter(_block: SealedBlock, _change: Alteration): Promise<SealedBlock | undefined> {
    return Promise.resolve(undefined)
  }

  /**
   * The object that the tree has for a block with the same state: joining may have replaced it. If the tree has the block
   * with another state, it returns the given object from now on.
   */
  present(block: SealedBlock): SealedBlock {
    return block
  }

  /** The parent of a block that is not on the main branch, which has the state on which it was built from now on. */
  restoreParent(block: SealedBlock): SealedBlock | undefined {
    return parentOf(this.tree, block)
  }

  /** Undoes `alter` for all blocks of the chain that others share. */
  undoAlterations(): void {}
}
