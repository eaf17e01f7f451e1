import type { Account } from '../chain/accounts.ts'
import type { RecordedAnswers } from '../chain/chainParts.ts'
import type { Contract } from '../chain/contracts/contract.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Genesis } from '../chain/genesis/genesis.ts'
import type { Rules } from '../chain/protocol/rules.ts'
import type { Finality, ResolvedSpec } from '../chain/spec/spec.ts'
import type { StoredCode } from '../chain/state/codeStore.ts'
import type { StateChanges } from '../chain/state/stateChanges.ts'
import type { Hex } from '../primitives/hex.ts'

// A chain in a temporary folder, through which test workers read what the set-up has created. Each file has values as
// `serialize` of node:v8 writes them.

/** A `WrittenChain`. */
export const CHAIN_FILE = 'chain'

/** `PackedStates`; only of a chain whose states are known without running its blocks. */
export const STATES_FILE = 'states'

/** A `GrowthEntry` for each change since the chain was written, each after its length in `LENGTH_BYTES`. */
export const GROWTH_FILE = 'growth'

export const LENGTH_BYTES = 4

/** Everything of a chain except its states, as plain objects. */
export interface WrittenChain {
  readonly spec: ResolvedSpec
  readonly isGenerated: boolean
  readonly rules: Rules
  readonly genesis: Genesis
  readonly accounts: readonly Account[]
  readonly finality: Finality
  readonly writtenAs: string | undefined
  readonly recordedAnswers: RecordedAnswers | undefined
  /** contracts of blocks before the first */
  readonly earlierContracts: readonly Contract[]
  /**
   * where its states are: in the states file, in no file but they follow from running the blocks, in a forked network of
   * which only the set-up reads, or nowhere
   */
  readonly states: 'written' | 'executed' | 'forked' | 'none'
  /** the main branch from its first block on */
  readonly main: readonly WrittenBlock[]
  /** all other blocks, by number */
  readonly side: readonly SealedBlock[]
}

/** A block of the main branch. */
export interface WrittenBlock {
  readonly block: SealedBlock
  /** of its transactions, in order; `0x` for one that is not to be found by hash */
  readonly transactionHashes: readonly Hex[]
}

/** A block was built, or the main branch became longer by a block that exists. */
export type GrowthEntry =
  | {
      readonly block: SealedBlock
      /** what it changed in the state */
      readonly changes: StateChanges | undefined
      /** of contracts, which no block before it has */
      readonly codes: readonly (readonly [string, StoredCode])[]
    }
  | { readonly extendedBy: Hex }
