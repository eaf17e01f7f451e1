import type { Chain, RecordedAnswers } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Growth } from '../chain/generate/growth.ts'
import type { TransactionPlace } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'

/** A tag that names a block which exists already; `pending` is the only other. */
export type BlockTag = 'latest' | 'earliest' | 'safe' | 'finalized'

/** A canonical chain: blocks by their numbers; undefined above the head. */
export type CanonicalChain = (number: number) => SealedBlock | undefined

/** What an endpoint asks of a chain: a part of one, which does not grow, will do. */
export interface ViewedChain extends Pick<Chain, 'chainId' | 'rules' | 'finality' | 'tree'> {
  candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined>
  readonly recordedAnswers: RecordedAnswers | undefined
  readonly growth?: Growth | undefined
}

/**
 * A chain as a client sees it: all that RPC methods answer from. An endpoint is one; with faults others take its place,
 * which are behind, or take some blocks for others.
 */
export interface View {
  readonly chain: ViewedChain
  readonly head: SealedBlock
  /** The canonical block at a height; undefined above the head. */
  blockByNumber(number: number): SealedBlock | undefined
  /** The canonical chain as it is now: what takes its time reads it to the end, wherever the head moves meanwhile. */
  canonicalChain(): CanonicalChain
  /** A block of any branch, an uncle's block included. */
  blockByHash(hash: Hex): SealedBlock | undefined
  /**
   * The block that a tag names now; undefined for `safe` and `finalized` while the chain is too short for them, or
   * finality is absent.
   */
  blockByTag(tag: BlockTag): SealedBlock | undefined
  /**
   * The candidate child of the head: what the next block will hold, as far as is known now; undefined where a recorded
   * chain has none.
   */
  pendingBlock(): Promise<SealedBlock | undefined>
  /** A transaction of the canonical chain. */
  transactionByHash(hash: Hex): TransactionPlace | undefined
  /** Answers that do not follow from the blocks, where the view is at the chain's own head. */
  readonly recordedAnswers: RecordedAnswers | undefined
}
