import type { PooledTransaction } from './pooledTransaction.ts'

/** A transaction that was sent and is valid by itself. `decodeTransaction` reads its fields from its bytes. */
export interface SentTransaction extends PooledTransaction {
  /** EIP-2718 type */
  readonly type: number
  /** as blocks have it: without the blobs, which nobody reads once their proofs are verified */
  readonly encoded: Uint8Array
}
