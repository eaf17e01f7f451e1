import type { Sidecar } from './decodeSidecar.ts'
import type { PooledTransaction } from './pooledTransaction.ts'

/** A transaction that was sent and is valid by itself. `decodeTransaction` reads its fields from its bytes. */
export interface SentTransaction extends PooledTransaction {
  /** EIP-2718 type */
  readonly type: number
  /** as blocks have it: without the blobs */
  readonly encoded: Uint8Array
  /** in bytes: of what was sent, blobs included */
  readonly size: number
  /** the blobs; undefined for other types */
  readonly sidecar: Sidecar | undefined
}
