import type { WithdrawalFields } from '../execution/withdrawals.ts'

/** Changes of the state before a call, by address in hex. Plain values that can be sent to a worker thread. */
export type StateOverrides = readonly AccountOverride[]

export interface AccountOverride {
  /** 20 bytes */
  readonly address: Uint8Array
  readonly nonce?: bigint | undefined
  readonly code?: Uint8Array | undefined
  /** in wei */
  readonly balance?: bigint | undefined
  /** replaces the whole storage: each slot with its value after it, 32 bytes each; one list, because there may be many */
  readonly state?: Uint8Array | undefined
  /** replaces only these slots */
  readonly stateDiff?: Uint8Array | undefined
  /** 20 bytes: where the precompiled contract at `address` can be called instead */
  readonly movePrecompileTo?: Uint8Array | undefined
}

/** Changes of the block in which a call runs. Plain values that can be sent to a worker thread. */
export interface BlockOverrides {
  readonly number?: bigint | undefined
  /** before Paris */
  readonly difficulty?: bigint | undefined
  /** in seconds since 1970 */
  readonly time?: bigint | undefined
  /** in gas */
  readonly gasLimit?: bigint | undefined
  /** 20 bytes */
  readonly feeRecipient?: Uint8Array | undefined
  /** 32 bytes */
  readonly prevRandao?: Uint8Array | undefined
  /** in wei per gas */
  readonly baseFeePerGas?: bigint | undefined
  /** in wei per blob gas */
  readonly blobBaseFee?: bigint | undefined
  /** 32 bytes */
  readonly beaconRoot?: Uint8Array | undefined
  readonly withdrawals?: readonly WithdrawalFields[] | undefined
}
