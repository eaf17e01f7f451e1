import type { Sidecar } from './decodeSidecar.ts'
import type { PooledTransaction } from './pooledTransaction.ts'

/** A transaction that was sent and is valid by itself. `decodeTransaction` reads its fields from its bytes. */
export interface SentTransaction extends PooledTransaction {
  /** EIP-2718 type */
  readonly type: number
  /** as blocks have it: without the blobs */
  readonly encoded: Uint8Array
  /** its blobs, where they were sent with it; the endpoint keeps them apart */
  readonly sidecar?: Sidecar | undefined
}
