import type { Chain } from '../chain/chain.ts'
import type { RecordedAnswers } from '../chain/chainParts.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ChainStates } from '../chain/execution/chainStates.ts'
import type { ChildBlocks } from '../chain/generate/childBlocks.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { Free, FreeableKind, MemoryShare } from '../chain/private/privateMemory.ts'
import type { StateTrie } from '../chain/state/account.ts'
import type { CodeStore } from '../chain/state/codeStore.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'

/** A tag that names an existing block; `pending` is the only other tag. */
export type BlockTag = 'latest' | 'earliest' | 'safe' | 'finalized'

/** Returns the block of a canonical chain by number; undefined above the head. */
export type CanonicalChain = (number: number) => SealedBlock | undefined

/** The parts of a chain that an endpoint uses. A fixed part of a chain has them, too. */
export interface ViewedChain extends Pick<Chain, 'chainId' | 'rules' | 'finality' | 'tree'> {
  readonly states: ChainStates
  candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined>
  readonly recordedAnswers: RecordedAnswers | undefined
  readonly children?: ChildBlocks | undefined
  /** If the chain is private to its endpoint: what its blocks take of the memory for all such chains. */
  readonly memory?: Pick<
    MemoryShare,
    'add' | 'bytes' | 'isAboveShare' | 'requireRoom' | 'mayExceed'
  >
  /** If the chain is private: calls a function when there is no memory, until it has no more to free. The result removes it. */
  onShortage?(free: Free, kind: FreeableKind): () => void
  /** If the chain is private: whether a block is only in this chain. */
  isOwn?(hash: Hex): boolean
  /** If the chain is private: adds an endpoint that uses it. */
  use?(): void
  /** If the chain is private: whether one endpoint alone uses it. */
  readonly isUsedAlone?: boolean
  /** If the chain is private: removes an endpoint. The memory is free when there is none any more. */
  leave?(): void
  /** If the chain is private to its endpoint: shares its blocks with another private chain. */
  join?(other: ViewedChain): Promise<void>
  /** If the chain is private to its endpoint: whether it shares its blocks with another one. */
  sharesBlocksOf?(other: ViewedChain): boolean
  /** If the chain is private to its endpoint: changes the state after a block, and returns the object for it from then on. */
  alter?(
    block: SealedBlock,
    change: (state: StateTrie, codes: CodeStore) => StateTrie,
  ): Promise<SealedBlock>
  /** Returns a former object for a block again, with its state. */
  restore?(block: SealedBlock): void
  /**
   * If the chain is private to its endpoint: the parent of a block that is not on the main branch, which has the state on
   * which it was built from now on.
   */
  restoreParent?(block: SealedBlock): SealedBlock | undefined
  /** Undoes `alter` for all blocks of the chain that others share. */
  undoAlterations?(): void
}

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
  /** Whether the response is only compared with another one, so that the call must change nothing. */
  readonly isComparison?: boolean
  /** Recorded responses that cannot be computed from the blocks; only at the chain's own head. */
  readonly recordedAnswers: RecordedAnswers | undefined
}
