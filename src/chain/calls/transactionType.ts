import type { CallMessage } from './message.ts'
import type { UnsignedType } from './unsignedTransaction.ts'

/**
 * The type of the transaction that a call becomes (geth, internal/ethapi/transaction_args.go, ToTransaction).
 *
 * @param baseFee of the block; undefined before London
 */
export function transactionType(
  { gasPrice, accessList, blobVersionedHashes, authorizationList }: CallMessage,
  baseFee: bigint | undefined,
): UnsignedType {
  // A plain price wins, even where the transaction then loses its blobs or authorizations.
  if (gasPrice !== undefined || baseFee === undefined) return accessList === undefined ? 0 : 1
  if (authorizationList !== undefined) return 4
  return blobVersionedHashes === undefined ? 2 : 3
}
