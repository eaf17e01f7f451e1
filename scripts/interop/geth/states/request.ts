import type { Hex } from '../../../../src/primitives/hex.ts'

/** A request that geth and ommer must answer alike. */
export interface StateRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A block as a parameter: a number, a tag, or an EIP-1898 object. */
export type BlockParameter =
  | Hex
  | 'latest'
  | 'earliest'
  | 'safe'
  | 'finalized'
  | { readonly blockNumber: Hex }
  | { readonly blockHash: Hex; readonly requireCanonical?: boolean }

/** The first argument of `eth_call` and others, as JSON. */
export interface CallObject {
  readonly from?: Hex
  readonly to?: Hex
  readonly gas?: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly value?: Hex
  readonly nonce?: Hex
  readonly data?: Hex
  readonly input?: Hex
  readonly chainId?: Hex
  readonly accessList?: readonly object[]
  readonly maxFeePerBlobGas?: Hex
  readonly blobVersionedHashes?: readonly Hex[]
  readonly authorizationList?: readonly object[]
}

/** Everything that both nodes said to a request. */
export interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}
