import type { SealedBlock } from '../encoding/block.ts'
import type { StateTrie } from '../state/account.ts'
import type { CodeStore } from '../state/codeStore.ts'

/** The states of the blocks of a chain. */
export interface ChainStates {
  /** whether there is a state after each block */
  readonly areAvailable: boolean
  /** The state after a block if it takes little time; otherwise undefined. */
  ready(block: SealedBlock): StateTrie | undefined
  /**
   * The state after a block of any branch, or after a candidate for one; at once if it takes little time.
   *
   * @param pause is called now and then while the state is computed; it may throw or reject to abort
   * @throws {MissingStateError} if the chain does not have it
   */
  after(block: SealedBlock, pause?: () => Promise<void> | undefined): StateTrie | Promise<StateTrie>
  /** The code of all contracts. It must not be changed. */
  codes(): Pick<CodeStore, 'get'> | Promise<Pick<CodeStore, 'get'>>
  /** @param count how many of the newest blocks keep their state in memory */
  keepNewest(count: number): void
}
