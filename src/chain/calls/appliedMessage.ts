import type { Transaction } from '../encoding/block.ts'
import { isImpersonated } from '../encoding/impersonation.ts'
import type { AccessListEntry, Authorization } from './message.ts'

/** A message with all its fields, ready to be applied (core.Message of geth). */
export interface AppliedMessage {
  /** 20 bytes */
  readonly from: Uint8Array
  /** 20 bytes; undefined if it creates a contract */
  readonly to: Uint8Array | undefined
  readonly nonce: bigint
  /** in wei */
  readonly value: bigint
  /** in gas */
  readonly gasLimit: bigint
  /** in wei per gas: what the sender pays */
  readonly gasPrice: bigint
  /** in wei per gas */
  readonly gasFeeCap: bigint
  /** in wei per gas */
  readonly gasTipCap: bigint
  readonly data: Uint8Array
  /** undefined if it has none, which differs from an empty one before Berlin */
  readonly accessList: readonly AccessListEntry[] | undefined
  /** in wei per blob gas; undefined if not given */
  readonly blobGasFeeCap: bigint | undefined
  /** 32 bytes each; undefined if it is no blob transaction */
  readonly blobHashes: readonly Uint8Array[] | undefined
  /** undefined if it is no set-code transaction */
  readonly authorizationList: readonly Authorization[] | undefined
}

/** How strictly a message is checked before it runs. */
export interface MessageChecks {
  /** whether its nonce must be that of the sender */
  readonly nonce: boolean
  /** whether the sender must not be a contract (EIP-3607) */
  readonly sender: boolean
  /** whether at most 2^24 gas may be spent on execution from Amsterdam on (EIP-8037) */
  readonly executionCap: boolean
  /** whether a message without any fee may run although the block has a base fee (NoBaseFee of geth) */
  readonly allowNoFee: boolean
}

/** The checks of `eth_call` and `debug_traceCall`. */
export const CALL_CHECKS: MessageChecks = {
  nonce: false,
  sender: false,
  executionCap: false,
  allowNoFee: true,
}

/** The checks of `eth_estimateGas` and `eth_createAccessList`. */
export const ESTIMATE_CHECKS: MessageChecks = { ...CALL_CHECKS, executionCap: true }

/** The checks of a transaction in a block. */
export const TRANSACTION_CHECKS: MessageChecks = {
  nonce: true,
  sender: true,
  executionCap: true,
  allowNoFee: false,
}

const IMPERSONATED_CHECKS: MessageChecks = { ...TRANSACTION_CHECKS, sender: false }

/** The checks of a transaction in a block, whose sender may be a contract that is impersonated. */
export function checksOfTransaction(transaction: Transaction): MessageChecks {
  return isImpersonated(transaction) ? IMPERSONATED_CHECKS : TRANSACTION_CHECKS
}
