import type { SealedBlock } from '../encoding/block.ts'
import type { StateTrie } from '../state/account.ts'
import type { CodeStore } from '../state/codeStore.ts'

/** What is known of a call before it runs. */
export interface ExpectedCall {
  /** 20 bytes */
  readonly from?: Uint8Array | undefined
  /** 20 bytes; undefined if it creates a contract */
  readonly to?: Uint8Array | undefined
  readonly data?: Uint8Array | undefined
  /** in wei */
  readonly value?: bigint | undefined
}

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
  /**
   * Reads from a forked network what a call is likely to need, so that it misses little. Never fails.
   *
   * @param block on whose state the call runs
   * @param misses how often the call has missed something before
   * @returns undefined if nothing is read for this call now
   */
  expect?(block: SealedBlock, call: ExpectedCall, misses: number): Promise<void> | undefined
  /** @param count how many of the newest blocks keep their state in memory */
  keepNewest(count: number): void
}
