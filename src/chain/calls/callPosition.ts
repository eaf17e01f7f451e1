import type { ReplayedBlock } from './replay/replayedBlock.ts'

// Apart from `goTo.ts`, because the declarations of the package refer to it, and must not refer to those of the EVM.

/** A position in the block after the environment's. */
export interface CallPosition {
  readonly block: ReplayedBlock
  /** the transaction before which the call runs; the block may not have it */
  readonly index: bigint
}
