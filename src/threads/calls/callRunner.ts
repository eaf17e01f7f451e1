import type { ViewedChain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { JobInput, JobName, JobOutput } from './jobs.ts'

/** For whom a call runs. */
export interface CallClient {
  /** identifies the client: two objects with the same connection are the same client */
  readonly connection: object
  /** Whether the client is disconnected, so that nobody waits for the result. */
  isClosed(): boolean
  /** in milliseconds: after how long its calls are aborted; default: that of the service */
  readonly timeoutMs?: number | undefined
  /** Takes what the code of a call has printed, once it has ended. */
  print?(printed: readonly Uint8Array[]): void
}

/** Runs calls so that no other client waits for them. */
export interface CallRunner {
  /** the most gas that one request may use, over all calls in it; 0 for no limit */
  readonly gasCap: bigint
  /** in milliseconds: after how long a call is aborted; 0 for no limit */
  readonly timeoutMs: number
  /**
   * Runs a job on the state after a block.
   *
   * @throws {CallError} with geth's code and message, also if it takes too long
   * @throws {MissingStateError} if the chain does not have the state
   */
  run<Name extends JobName>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    name: Name,
    input: JobInput<Name>,
  ): Promise<JobOutput<Name>>
}
