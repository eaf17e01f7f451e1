import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { requireSender, transactionRequest } from '../params/transactionRequest.ts'
import { signatureTurns } from '../signing/signatureTurns.ts'
import { fillTransaction } from '../signing/transaction/fillTransaction.ts'

/**
 * Signs a transaction (execution-apis), and sends it nowhere. What the transaction lacks is filled in as geth fills it in
 * for `eth_sendTransaction`; geth refuses to sign without gas, nonce or fees.
 *
 * 1. transaction: object with `from`, `to`, `value` and so on
 *
 * Result: object with `raw`, DATA, and `tx`, the transaction as an object, as in geth.
 */
export const eth_signTransaction: Method = async (params, context) => {
  const [request] = readArguments(params, context, [transactionRequest])
  const from = toHex(requireSender(request))
  // Before the work.
  const key = context.keyring.keyOf(from)
  const filled = await fillTransaction(request, from, context)
  // Loaded with the first signature, because most servers sign nothing.
  const { signFilled } = await import('../signing/transaction/signFilled.ts')
  await signatureTurns.begin()
  return encodeResult(signFilled(filled, key))
}
