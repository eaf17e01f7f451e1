import { rulesAt } from '../../endpoint/sendingRules.ts'
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import type { MethodContext } from '../method.ts'
import type { TransactionRequest } from '../params/transactionRequest.ts'
import { keyringOf } from '../signing/keyringOf.ts'
import { signatureTurns } from '../signing/signatureTurns.ts'
import { fillTransaction } from '../signing/transaction/fillTransaction.ts'
import { loadSendEncoded } from './loadSendEncoded.ts'
import { requireSender } from './requireSender.ts'
import { requireWritable } from './requireWritable.ts'

/** Whether an account whose key is unknown may send: it is impersonated. */
export function mayImpersonate({ endpoint }: MethodContext): (sender: Hex) => boolean {
  const impersonation = endpoint.miner?.impersonation
  return (sender) => impersonation?.includes(sender) ?? false
}

/**
 * Fills in what a transaction lacks, signs it, and sends it. If the key of its sender is unknown, the signature is made up.
 *
 * @param isImpersonated whether the sender may be an account whose key is unknown
 * @returns its hash
 * @throws {RequestError} with geth's message
 */
export async function sendFilled(
  request: TransactionRequest,
  context: MethodContext,
  isImpersonated: (sender: Hex) => boolean,
): Promise<Hex> {
  const { endpoint } = context
  const keyring = keyringOf(context)
  const sender = requireSender(request, context)
  const from = toHex(sender)
  // Before the work.
  const key = isImpersonated(from) ? keyring.find(from) : keyring.keyOf(from)
  requireWritable(endpoint)
  // In one turn, because the next transaction of the same account gets the next nonce.
  return endpoint.exclusively(async () => {
    for (;;) {
      const { head, miner } = endpoint
      const sent = miner?.log.count
      try {
        return await sendOnce(request, context, sender, key)
      } catch (error) {
        // The chain that the endpoint follows may have grown meanwhile, by a transaction with the same nonce.
        const mayBeAnother = request.nonce === undefined && endpoint.head.hash !== head.hash
        // What was sent is not sent once more: mining it has failed, or it could not be recorded.
        if (!mayBeAnother || miner?.log.count !== sent) throw error
      }
    }
  })
}

async function sendOnce(
  request: TransactionRequest,
  context: MethodContext,
  sender: Uint8Array,
  key: Uint8Array | undefined,
): Promise<Hex> {
  const from = toHex(sender)
  const filled = await fillTransaction(request, from, context)
  const { sendEncoded } = await loadSendEncoded()
  // Loaded with the first transaction, because it loads cryptography.
  const { encodeImpersonated, signFilled } = await import('../signing/transaction/signFilled.ts')
  const { hasReplayProtection } = rulesAt(context.endpoint, context.dialect.rules)
  if (key !== undefined) await signatureTurns.begin()
  return key === undefined
    ? sendEncoded(encodeImpersonated(filled, sender, hasReplayProtection), context, from)
    : sendEncoded(fromHex(signFilled(filled, key, hasReplayProtection).raw), context)
}
