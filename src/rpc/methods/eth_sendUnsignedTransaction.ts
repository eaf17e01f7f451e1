import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { sendFilled } from '../sending/sendFilled.ts'

/**
 * Sends a transaction of any account, whether or not it is impersonated (Anvil). Otherwise as `eth_sendTransaction`.
 *
 * 1. transaction: object with `from`, `to`, `value` and so on
 *
 * Result: DATA, 32 bytes, the hash of the transaction.
 */
export const eth_sendUnsignedTransaction: Method = async (params, context) => {
  const [request] = readArguments(params, context, [transactionRequest])
  return encodeResult(await sendFilled(request, context, () => true))
}
