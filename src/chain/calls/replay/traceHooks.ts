import type { AppliedMessage } from '../appliedMessage.ts'
import type { MessageResult } from '../applyMessage.ts'
import type { BlockContext } from '../blockContext.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'

/** A transaction that is traced, or a call that is traced as if it were one. */
export interface TracedTransaction {
  readonly message: AppliedMessage
  /** 32 bytes; undefined for a call */
  readonly hash: Uint8Array | undefined
  /** in the block; 0 for a call */
  readonly index: number
  /** 32 bytes: hash of the block that contains it; undefined for a call */
  readonly blockHash: Uint8Array | undefined
}

/** The state at the current point of a transaction. Addresses have 20 bytes, slots 32. */
export interface TraceState {
  /** undefined if it does not exist; the hash of its code has 32 bytes */
  account(
    address: Uint8Array,
  ): { readonly nonce: bigint; readonly balance: bigint; readonly codeHash: Uint8Array } | undefined
  /** empty if the account has none */
  code(address: Uint8Array): Uint8Array
  /** 32 bytes */
  storage(address: Uint8Array, slot: Uint8Array): Uint8Array
}

/** What a tracer can see of a transaction before it begins. */
export interface StartedTransaction extends TracedTransaction {
  readonly block: BlockContext
  readonly chainId: number
  readonly state: TraceState
  /** addresses of the fork's precompiled contracts, in hex without prefix */
  readonly precompiles: { has(address: string): boolean }
}

/** The operations that open a frame. */
export const frameTypes = {
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  SELFDESTRUCT: 0xff,
} as const

export type FrameType = keyof typeof frameTypes

/** A frame that is entered. SELFDESTRUCT is reported as a frame, too: its value is the balance that is sent. */
export interface EnteredFrame {
  /** 0 for the transaction itself */
  readonly depth: number
  readonly type: FrameType
  /** 20 bytes */
  readonly from: Uint8Array
  /** 20 bytes: the contract whose code runs, the new contract or the beneficiary */
  readonly to: Uint8Array
  readonly input: Uint8Array
  /** in gas: what the frame has */
  readonly gas: bigint
  /** in wei; undefined for STATICCALL. DELEGATECALL has that of its caller */
  readonly value: bigint | undefined
}

/** A frame that is left. */
export interface ExitedFrame {
  readonly depth: number
  /** what it returned or reverted with, or the code of a new contract */
  readonly output: Uint8Array
  readonly gasUsed: bigint
  /** why it failed; undefined if it did not */
  readonly failure: EvmFailure | undefined
  /** whether its changes were undone: in Frontier not for a contract whose code could not be paid */
  readonly isReverted: boolean
}

/** An operation, before it runs. It is valid only while the hook is called. */
export interface TracedOperation {
  readonly pc: number
  readonly opcode: number
  /** before the operation */
  readonly gas: bigint
  /** in gas; for a call with the gas that the called frame gets */
  readonly cost: bigint
  /** the refund counter, in gas; with the refund of this operation */
  readonly refund: bigint
  /** 1 for the code of the transaction */
  readonly depth: number
  /** 20 bytes: the account whose storage the code works on */
  readonly address: Uint8Array
  /** why it cannot run: the stack or the gas do not suffice; undefined if it can */
  readonly failure: EvmFailure | undefined
  readonly stackLength: number
  /** An item of the stack, 0 for the top. */
  peek(index: number): bigint
  /** The stack, the top last. */
  stack(): bigint[]
  /** in bytes; a multiple of 32 */
  readonly memorySize: number
  /** A view of the memory, zero-padded; it must not be changed or kept. */
  memory(): Uint8Array
  /** of the last call of this frame */
  readonly returnData: Uint8Array
}

/** A log of a contract. */
export interface TracedLog {
  /** 20 bytes */
  readonly address: Uint8Array
  /** 32 bytes each */
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
  /** in the block; logs of frames that were reverted do not count */
  readonly index: number
}

/**
 * Observes a transaction, as a tracer of geth does (core/tracing/hooks.go). The order of calls is that of geth. System
 * calls are not reported.
 */
export interface TraceHooks {
  txStart?(transaction: StartedTransaction): void
  /** Called when everything is settled. Not called if the message could not be applied. */
  txEnd?(result: MessageResult): void
  enter?(frame: EnteredFrame): void
  exit?(frame: ExitedFrame): void
  opcode?(operation: TracedOperation): void
  /** Called if an operation failed while it ran, after `opcode`. */
  fault?(operation: TracedOperation, failure: EvmFailure): void
  log?(log: TracedLog): void
}
