import type { BlockHeader } from '@ethereumjs/block'
import type { Hex } from '../../primitives/hex.ts'
import { type DeployedContracts, NO_CONTRACTS } from '../contracts/deployedContracts.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { StateTrie } from '../state/account.ts'
import type { StateChanges } from '../state/stateChanges.ts'

/** What the traffic of the next block of a branch depends on. */
export interface Progress {
  readonly contracts: DeployedContracts
  /** names of the traffic kinds that the branch contains */
  readonly seenKinds: ReadonlySet<string>
  /** index of the next withdrawal */
  readonly withdrawals: number
}

/** That of a branch to which generated traffic has added nothing yet. */
export const NO_PROGRESS: Progress = {
  contracts: NO_CONTRACTS,
  seenKinds: new Set(),
  withdrawals: 0,
}

/** A block with everything that is needed to build on it. */
export interface BuiltBlock {
  readonly sealed: SealedBlock
  readonly header: BlockHeader
  /** after the block */
  readonly state: StateTrie
  /** what the block changed in the state of its parent */
  readonly changes: StateChanges
  readonly progress: Progress
  readonly transactionHashes: readonly Hex[]
}
