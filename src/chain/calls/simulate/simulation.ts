import type { SealedBlock } from '../../encoding/block.ts'
import type { WithdrawalFields } from '../../execution/withdrawals.ts'
import type { CallMessage } from '../message.ts'
import type { BlockOverrides, StateOverrides } from '../overrides.ts'

/** Blocks to simulate on top of a block. A plain value that can be sent to a worker thread. */
export interface Simulation {
  readonly blocks: readonly BlockCalls[]
  /** whether transfers of ether produce logs, as if ether were an ERC-20 token at `0xeeee…` (ERC-7528) */
  readonly traceTransfers: boolean
  /** whether nonces and base fees are checked as in real blocks */
  readonly validation: boolean
  /** the most gas that all calls may use together; 0 for no limit */
  readonly gasCap: bigint
}

/** A block to simulate: what differs from its parent, and the calls that become its transactions. */
export interface BlockCalls {
  readonly blockOverrides: BlockOverrides
  readonly stateOverrides: StateOverrides
  readonly calls: readonly CallMessage[]
}

/** A block that was simulated. A plain value that can be sent to the main thread. */
export interface SimulatedBlock {
  /** its transactions have signatures of zeros; the total difficulty depends on blocks that the job does not have */
  readonly sealed: Omit<SealedBlock, 'totalDifficulty'>
  readonly withdrawals: readonly WithdrawalFields[]
  /** in seconds since 1970 */
  readonly timestamp: bigint
  /** one per transaction, at the same index */
  readonly calls: readonly SimulatedCall[]
}

/** The outcome of a call. */
export interface SimulatedCall {
  readonly nonce: bigint
  /** no bytes if it failed */
  readonly returnData: Uint8Array
  /** with those of transfers if the simulation traces them; none if it failed */
  readonly logs: readonly SimulatedLog[]
  /** in gas: what the sender paid for */
  readonly gasUsed: bigint
  /** in gas: the most that it used before refunds */
  readonly maxUsedGas: bigint
  /** why it failed */
  readonly error?: SimulatedError | undefined
}

export interface SimulatedLog {
  /** 20 bytes */
  readonly address: Uint8Array
  /** 32 bytes each */
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
  /** counts the logs of the block before it */
  readonly logIndex: number
}

export interface SimulatedError {
  /** of JSON-RPC, as geth answers */
  readonly code: number
  readonly message: string
  /** what the contract reverted with */
  readonly data?: Uint8Array | undefined
}
