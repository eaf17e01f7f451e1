import type { Hex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { sendFilled } from '../sending/sendFilled.ts'

/**
 * Signs a transaction and sends it (execution-apis). What it lacks is filled in as geth does. By default it is mined at
 * once. That of an impersonated account gets a signature that is made up.
 *
 * 1. transaction: object with `from`, `to`, `value` and so on
 *
 * Result: DATA, 32 bytes, the hash of the transaction.
 */
export const eth_sendTransaction: Method = async (params, context) => {
  const [request] = readArguments(params, context, [transactionRequest])
  const impersonation = context.endpoint.sending?.impersonation
  const mayImpersonate = (sender: Hex) => impersonation?.includes(sender) ?? false
  return encodeResult(await sendFilled(request, context, mayImpersonate))
}
