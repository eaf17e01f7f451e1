/** An account before the transaction. */
export interface PriorAccount {
  readonly balance: bigint
  readonly nonce: bigint
  /** undefined if it has none, or if it is not wanted */
  readonly code: Uint8Array | undefined
  /** hex; undefined if it has no code */
  readonly codeHash: string | undefined
  /** slots that were accessed, and their values, in hex */
  readonly storage: Map<string, string>
  readonly isEmpty: boolean
}
