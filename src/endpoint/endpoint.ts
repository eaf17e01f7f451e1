import type { SealedBlock } from '../chain/block.ts'
import type { Chain } from '../chain/chain.ts'
import type { TransactionPlace } from '../chain/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { FaultPlan } from './faults/faultPlan.ts'

/** A tag that names a block which is there already; `pending` is the only other. */
export type BlockTag = 'latest' | 'earliest' | 'safe' | 'finalized'

/** What an endpoint asks of a chain: a part of one will do. */
export type ViewedChain = Pick<
  Chain,
  'chainId' | 'finality' | 'tree' | 'candidate' | 'strayAnswers'
>

/**
 * One view of a chain: what a client sees who holds this API key. Many endpoints share one chain
 * and cost nothing beyond this object.
 */
export class Endpoint {
  readonly key: string
  readonly chain: ViewedChain
  readonly dialect: Dialect
  /** What goes wrong here; undefined while nothing does. */
  faults: FaultPlan | undefined

  constructor(key: string, chain: ViewedChain, dialect: Dialect) {
    this.key = key
    this.chain = chain
    this.dialect = dialect
  }

  get head(): SealedBlock {
    return this.chain.tree.head
  }

  /** The canonical block at a height; undefined above the head. */
  blockByNumber(number: number): SealedBlock | undefined {
    return number > this.head.number ? undefined : this.chain.tree.byNumber(number)
  }

  /** A block of any branch, an uncle's block included. */
  blockByHash(hash: Hex): SealedBlock | undefined {
    return this.chain.tree.byHash(hash)
  }

  /**
   * The block that a tag names now; undefined for `safe` and `finalized` while the chain is too
   * short for them.
   */
  blockByTag(tag: BlockTag): SealedBlock | undefined {
    const { safe, finalized } = this.chain.finality
    switch (tag) {
      case 'latest':
        return this.head
      case 'earliest':
        return this.chain.tree.first
      case 'safe':
        return this.blockByNumber(this.head.number - safe)
      case 'finalized':
        return this.blockByNumber(this.head.number - finalized)
    }
  }

  /**
   * The candidate child of the head: what the next block will hold, as far as is known now; undefined where a recorded
   * chain has none.
   */
  pendingBlock(): Promise<SealedBlock | undefined> {
    return this.chain.candidate(() => this.head)
  }

  /** A transaction of the canonical chain. */
  transactionByHash(hash: Hex): TransactionPlace | undefined {
    return this.chain.tree.transaction(hash)
  }
}
