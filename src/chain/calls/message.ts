/**
 * A transaction that need not be signed, as `eth_call` takes one. A plain value that can be sent to a worker thread.
 * What is undefined was not given.
 */
export interface CallMessage {
  /** 20 bytes; default: zeros */
  readonly from?: Uint8Array | undefined
  /** 20 bytes; undefined where the call creates a contract */
  readonly to?: Uint8Array | undefined
  /** in gas */
  readonly gas?: bigint | undefined
  /** in wei per gas; not together with the two below */
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  /** in wei */
  readonly value?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly data?: Uint8Array | undefined
  /** must be that of the chain */
  readonly chainId?: bigint | undefined
  /** EIP-2930 */
  readonly accessList?: readonly AccessListEntry[] | undefined
  /** in wei per blob gas (EIP-4844) */
  readonly maxFeePerBlobGas?: bigint | undefined
  /** 32 bytes each */
  readonly blobVersionedHashes?: readonly Uint8Array[] | undefined
  /** EIP-7702 */
  readonly authorizationList?: readonly Authorization[] | undefined
}

export interface AccessListEntry {
  /** 20 bytes */
  readonly address: Uint8Array
  /** 32 bytes each */
  readonly storageKeys: readonly Uint8Array[]
}

export interface Authorization {
  readonly chainId: bigint
  /** 20 bytes */
  readonly address: Uint8Array
  readonly nonce: bigint
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}
