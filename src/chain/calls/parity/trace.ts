import type { Hex } from '../../../primitives/hex.ts'

/**
 * A frame of a transaction in the flat format of Parity (OpenEthereum's trace module), which Erigon, Reth, Nethermind and
 * geth's `flatCallTracer` write, too.
 */
export interface Trace {
  readonly action: Action
  /** why it failed: Parity's message, or geth's where Parity has none; absent if it succeeded */
  error?: string
  /** null for a failure other than REVERT, and for types without a result */
  result: Result | null
  /** how many traces are directly below this one */
  subtraces: number
  /** the index among its siblings of each frame from the outermost one to this one, which is left out */
  readonly traceAddress: readonly number[]
  readonly type: TraceType
}

export type TraceType = 'call' | 'create' | 'reward' | 'suicide'

export type Action = CallAction | CreateAction | SelfdestructAction | RewardAction

export interface CallAction {
  /** the account whose code makes the call, even if the callee runs in its place */
  readonly from: Hex
  readonly callType: CallType
  /** QUANTITY, in gas: without what the transaction costs before it runs */
  readonly gas: Hex
  readonly input: Hex
  /** the account whose code runs */
  readonly to: Hex
  /** QUANTITY, in wei; of DELEGATECALL that of the caller's frame */
  readonly value: Hex
}

export type CallType = 'call' | 'callcode' | 'delegatecall' | 'staticcall'

export interface CreateAction {
  readonly from: Hex
  /** QUANTITY, in gas */
  readonly gas: Hex
  readonly init: Hex
  /** QUANTITY, in wei */
  readonly value: Hex
  readonly creationMethod: CreationMethod
}

export type CreationMethod = 'create' | 'create2'

interface SelfdestructAction {
  readonly address: Hex
  /** QUANTITY, in wei: what it sends to `refundAddress` */
  readonly balance: Hex
  readonly refundAddress: Hex
}

export interface RewardAction {
  readonly author: Hex
  readonly rewardType: 'block' | 'uncle'
  /** QUANTITY, in wei */
  readonly value: Hex
}

export type Result = CallResult | CreateResult

interface CallResult {
  /** QUANTITY, in gas, before refunds */
  readonly gasUsed: Hex
  readonly output: Hex
}

interface CreateResult {
  readonly address: Hex
  /** what was deployed, or what the constructor reverted with */
  readonly code: Hex
  /** QUANTITY, in gas, before refunds */
  readonly gasUsed: Hex
}
