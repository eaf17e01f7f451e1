import { rulesAt } from '../../endpoint/sendingRules.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { requireSending } from '../sending/requireSending.ts'
import { fillTransaction } from '../signing/transaction/fillTransaction.ts'

/**
 * Signs a transaction and sends it (execution-apis). What it lacks is filled in as geth does. By default it is mined at
 * once.
 *
 * 1. transaction: object with `from`, `to`, `value` and so on
 *
 * Result: DATA, 32 bytes, the hash of the transaction.
 */
export const eth_sendTransaction: Method = async (params, context) => {
  const [request] = readArguments(params, context, [transactionRequest])
  const from = toHex(request.from ?? new Uint8Array(20))
  // Before the work.
  const key = context.keyring.keyOf(from)
  const { endpoint } = context
  requireSending(endpoint)
  // In one turn, because the next transaction of the same account gets the next nonce.
  const hash = await endpoint.inTurn(async () => {
    const filled = await fillTransaction(request, from, context)
    // Loaded with the first transaction, because they load cryptography.
    const { sendEncoded } = await import('../sending/sendEncoded.ts')
    const { signFilled } = await import('../signing/transaction/signFilled.ts')
    const { hasReplayProtection } = rulesAt(endpoint)
    return sendEncoded(fromHex(signFilled(filled, key, hasReplayProtection).raw), context)
  })
  return encodeResult(hash)
}
