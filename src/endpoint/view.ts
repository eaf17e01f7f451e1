import type { SealedBlock } from '../chain/block.ts'
import type { Chain, StrayAnswers } from '../chain/chain.ts'
import type { Growth } from '../chain/growth.ts'
import type { TransactionPlace } from '../chain/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Clock, UNTOLD } from './clock.ts'
import type { Dialect } from './dialects/dialect.ts'
import { type FinalityState, taggedNumber } from './finality.ts'
import type { HeadListener } from './headListeners.ts'
import { type CanonicalChain, Position } from './position.ts'

/** A tag that names a block which is there already; `pending` is the only other. */
export type BlockTag = 'latest' | 'earliest' | 'safe' | 'finalized'

/** What an endpoint asks of a chain: a part of one, which does not grow, will do. */
export interface ViewedChain extends Pick<Chain, 'chainId' | 'rules' | 'finality' | 'tree'> {
  candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined>
  readonly strayAnswers: StrayAnswers | undefined
  readonly growth?: Growth | undefined
}

/** A chain as it is seen from one head: what all answers about it follow from. */
export class View {
  readonly key: string
  readonly chain: ViewedChain
  readonly dialect: Dialect
  protected readonly position: Position
  /** undefined while the chain's own distances decide alone */
  protected finalityState: FinalityState | undefined
  protected clock: Clock = UNTOLD

  constructor(key: string, chain: ViewedChain, dialect: Dialect) {
    this.key = key
    this.chain = chain
    this.dialect = dialect
    this.position = new Position(chain)
  }

  get head(): SealedBlock {
    return this.position.head
  }

  /** The canonical block at a height; undefined above the head. */
  blockByNumber(number: number): SealedBlock | undefined {
    return this.position.blockByNumber(number)
  }

  /** The canonical chain as it is now: what takes its time reads it to the end, wherever the head moves meanwhile. */
  canonicalChain(): CanonicalChain {
    return this.position.canonicalChain()
  }

  /** A block of any branch, an uncle's block included. */
  blockByHash(hash: Hex): SealedBlock | undefined {
    return this.chain.tree.byHash(hash)
  }

  /**
   * The block that a tag names now; undefined for `safe` and `finalized` while the chain is too
   * short for them, or finality is absent.
   */
  blockByTag(tag: BlockTag): SealedBlock | undefined {
    switch (tag) {
      case 'latest':
        return this.head
      case 'earliest':
        return this.chain.tree.first
      default: {
        const number = taggedNumber(this.finalityState, this.chain.finality, tag, this.head.number)
        return number === undefined ? undefined : this.blockByNumber(number)
      }
    }
  }

  /**
   * The candidate child of the head: what the next block will hold, as far as is known now; undefined where a recorded
   * chain has none.
   */
  pendingBlock(): Promise<SealedBlock | undefined> {
    const { growth } = this.chain
    const time = this.clock.next
    if (growth === undefined || (this.position.isWithChain && time === undefined)) {
      return this.chain.candidate(() => this.head)
    }
    return growth.candidate(this.head, { time })
  }

  /** A transaction of the canonical chain. */
  transactionByHash(hash: Hex): TransactionPlace | undefined {
    return this.position.transactionByHash(hash)
  }

  /** Answers that do not follow from the blocks: they are about the chain's own head. */
  get strayAnswers(): ViewedChain['strayAnswers'] {
    return this.position.isWithChain ? this.chain.strayAnswers : undefined
  }

  /**
   * Has a function told how the head moves: by operations on this endpoint, and while it follows the chain or another
   * endpoint with these. It must neither throw nor move the endpoint itself.
   *
   * @returns ends that
   */
  onHeadChange(listener: HeadListener): () => void {
    return this.position.onHeadChange(listener)
  }
}
