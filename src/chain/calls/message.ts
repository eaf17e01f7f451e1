import type { AccessListEntry as Access, OrUndefined, TypedFields } from '../encoding/block.ts'
import type { SignedAuthorization } from '../execution/authority.ts'

/**
 * A transaction that need not be signed, as `eth_call` takes one. A plain value that can be sent to a worker thread.
 * What is undefined was not given.
 */
export interface CallMessage extends OrUndefined<TypedFields<Uint8Array>> {
  /** 20 bytes; default: zeros */
  readonly from?: Uint8Array | undefined
  /** 20 bytes; undefined where the call creates a contract */
  readonly to?: Uint8Array | undefined
  /** in gas */
  readonly gas?: bigint | undefined
  /** in wei */
  readonly value?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly data?: Uint8Array | undefined
  /** must be that of the chain */
  readonly chainId?: bigint | undefined
  /** EIP-7702 */
  readonly authorizationList?: readonly Authorization[] | undefined
}

export type AccessListEntry = Access<Uint8Array>

export type Authorization = SignedAuthorization
