import type { Account } from './accounts.ts'
import type { Contract } from './contracts/contract.ts'
import type { EarlierBlocks } from './earlierBlocks.ts'
import type { SealedBlock } from './encoding/block.ts'
import type { ChainStates } from './execution/chainStates.ts'
import type { ForkedFrom } from './forkedFrom.ts'
import type { ForkPin } from './forkPin.ts'
import type { BlockFactory } from './generate/blockFactory.ts'
import type { Genesis } from './genesis/genesis.ts'
import type { Rules } from './protocol/rules.ts'
import type { Finality, ResolvedSpec } from './spec/spec.ts'
import type { LostNodes } from './state/lostNodes.ts'
import type { BlockTree } from './store/tree.ts'

/**
 * What a chain is made of.
 *
 * @internal
 */
export interface ChainParts {
  /** what it was generated from, or what generates the blocks above an imported one */
  readonly spec: ResolvedSpec
  /** whether it was generated from `spec`; otherwise `spec` only determines how blocks are added */
  readonly isGenerated: boolean
  readonly rules: Rules
  readonly genesis: Genesis
  readonly accounts: readonly Account[]
  readonly finality: Finality
  readonly tree: BlockTree
  /** contracts of blocks before the first of the tree, if they are known from files */
  readonly earlierContracts?: readonly Contract[] | undefined
  /** returns the same block factory each time; called when the first block is built */
  readonly blockFactory: () => Promise<BlockFactory>
  /** a function is called when the first state is read */
  readonly states: ChainStates | (() => ChainStates)
  /** the candidate for the next block, if it was loaded from files; null if the files have none */
  readonly pending?: SealedBlock | null | undefined
  /** whether there is no block factory, so that `blockFactory` rejects; default: false */
  readonly isReadOnly?: boolean | undefined
  /** name of the dialect of the files that the chain was loaded from */
  readonly writtenAs?: string | undefined
  /** the network that it was forked from */
  readonly forkedFrom?: ForkedFrom | undefined
  /** the block at which it was forked, as journals keep it */
  readonly forkPin?: ForkPin | undefined
  /** its blocks before the first of the tree */
  readonly earlier?: EarlierBlocks | undefined
  /** writes what was read of it */
  readonly saveWitness?: (() => void) | undefined
  /** as `Chain.readAccounts` */
  readonly readAccounts?: ((signal?: AbortSignal) => Promise<void>) | undefined
  /** as `Chain.endSearches` */
  readonly endSearches?: (() => void) | undefined
  /** as `Chain.lostNodes` */
  readonly lostNodes?: LostNodes | undefined
  /** recorded results that do not follow from the blocks */
  readonly recordedAnswers?: RecordedAnswers | undefined
}

/** JSON of recorded results by method and params, as in `eth_getBlockByNumber["0x1",true]`. */
export type RecordedAnswers = ReadonlyMap<string, string>
