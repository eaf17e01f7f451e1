import type { CallPosition } from './callPosition.ts'
import type { CallMessage } from './message.ts'
import type { BlockOverrides, StateOverrides } from './overrides.ts'

// Apart from `callMany.ts`, because the declarations of the package refer to it, and must not refer to those of the EVM.

/** Calls that run in the same block. */
interface CallBundle {
  readonly calls: readonly CallMessage[]
  readonly blockOverrides: BlockOverrides | undefined
}

export interface CallManyInput {
  readonly bundles: readonly CallBundle[]
  /** undefined if the calls run after the environment's block */
  readonly within: CallPosition | undefined
  /** in force before the first call */
  readonly stateOverrides: StateOverrides | undefined
  /** the most gas that each call may use; 0 for no limit */
  readonly gasCap: bigint
  /** whether calls may offer less than the base fee */
  readonly allowsCheapCalls: boolean | undefined
}
