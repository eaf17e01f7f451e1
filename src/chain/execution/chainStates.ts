import type { SealedBlock } from '../encoding/block.ts'
import type { StateTrie } from '../state/account.ts'
import type { CodeStore } from '../state/worldState.ts'

/** The states of the blocks of a chain. */
export interface ChainStates {
  /**
   * The state after a block of any branch, or after a candidate for one; at once if it is kept.
   *
   * @param pause is called after each block that has to be run again; it may throw or reject to abort
   * @throws {MissingStateError} if the chain does not have it
   */
  after(block: SealedBlock, pause?: () => Promise<void> | undefined): StateTrie | Promise<StateTrie>
  /** The code of all contracts. It must not be changed. */
  codes(): Pick<CodeStore, 'get'> | Promise<Pick<CodeStore, 'get'>>
}
