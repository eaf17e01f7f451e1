import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { encodeFilled } from '../signing/transaction/encodeFilled.ts'
import { fillTransaction } from '../signing/transaction/fillTransaction.ts'

/**
 * Fills in what a transaction lacks, as geth does for `eth_sendTransaction`, for a client that signs it itself.
 *
 * 1. transaction: object with `from`, `to`, `value` and so on
 *
 * Result: object with `raw`, DATA, and `tx`, the transaction as an object, as in geth. Both have zeros as signature.
 */
export const eth_fillTransaction: Method = async (params, context) => {
  const [request] = readArguments(params, context, [transactionRequest])
  const from = toHex(request.from ?? new Uint8Array(20))
  return encodeResult(encodeFilled(await fillTransaction(request, from, context)))
}
