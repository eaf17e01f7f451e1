/** What a transaction asks for. */
export interface TransactionMessage {
  /** 20 bytes */
  readonly from: Uint8Array
  /** 20 bytes; undefined if it creates a contract */
  readonly to: Uint8Array | undefined
  readonly nonce: bigint
  /** in wei */
  readonly value: bigint
  readonly data: Uint8Array
  /** in gas */
  readonly gasLimit: bigint
  /** in wei per gas */
  readonly gasFeeCap: bigint
  /** in wei per gas */
  readonly gasTipCap: bigint
  /** undefined if its type has none */
  readonly accessList: Counted | undefined
  /** in wei per blob gas; undefined if its type has none */
  readonly blobGasFeeCap: bigint | undefined
  /** undefined if its type has none */
  readonly blobHashes: Counted | undefined
  /** undefined if its type has none */
  readonly authorizationList: Counted | undefined
}

/** A list of which only the length matters here. */
interface Counted {
  readonly length: number
}
