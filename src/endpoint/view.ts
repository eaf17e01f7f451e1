import type { ViewedChain } from '../chain/chain.ts'
import type { RecordedAnswers } from '../chain/chainParts.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'

/** A tag that names an existing block; `pending` is the only other tag. */
export type BlockTag = 'latest' | 'earliest' | 'safe' | 'finalized'

/** Returns the block of a canonical chain by number; undefined above the head. */
export type CanonicalChain = (number: number) => SealedBlock | undefined

/**
 * A chain as a client sees it, from which RPC methods respond. An endpoint is one; faults replace it with views that
 * lag or that swap blocks.
 */
export interface View {
  readonly chain: ViewedChain
  readonly head: SealedBlock
  /** What is set of the headers of new blocks; undefined without. */
  readonly headerSettings?: HeaderSettings | undefined
  /** The canonical block at a height; undefined above the head. */
  blockByNumber(number: number): SealedBlock | undefined
  /** The canonical chain at this moment, for reading that takes time while the head may move. */
  canonicalChain(): CanonicalChain
  /** Whether a block that it has returned is on the canonical chain. */
  isCanonical(block: SealedBlock): boolean
  /** A block of any branch, including blocks of uncles. */
  blockByHash(hash: Hex): SealedBlock | undefined
  /**
   * The block that a tag names now; undefined for `safe` and `finalized` while the chain is too short or finality is
   * absent.
   */
  blockByTag(tag: BlockTag): SealedBlock | undefined
  /**
   * The candidate child of the head, with the expected content of the next block; undefined if a recorded chain has
   * none.
   */
  pendingBlock(): Promise<SealedBlock | undefined>
  /** The block and index of a transaction of the canonical chain. */
  transactionByHash(hash: Hex): TransactionLocation | undefined
  /** Throws where a transaction that was not found may yet exist. */
  requireIndex?(): void
  /** the first block whose logs it has; default 0 */
  readonly logsFrom?: number | undefined
  /** Whether the response is only compared with another one, so that the call must change nothing. */
  readonly isComparison?: boolean | undefined
  /** Recorded responses that cannot be computed from the blocks; only at the chain's own head. */
  readonly recordedAnswers: RecordedAnswers | undefined
}
