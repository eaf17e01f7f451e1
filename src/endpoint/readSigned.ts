import { PoolError } from '../pool/poolError.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointMoveError } from './moveError.ts'
import { NO_POLICY, rulesAt } from './sendingRules.ts'

/**
 * Reads a transaction that was not sent.
 *
 * @param bytes as for `eth_sendRawTransaction`
 * @param sender if nobody has signed it
 * @throws {EndpointMoveError} INVALID_ARGUMENT if it is not valid by itself
 */
export async function readSigned(
  endpoint: Endpoint,
  bytes: Hex,
  pause: Pause | undefined,
  sender?: Hex,
): Promise<SentTransaction> {
  // Loaded with the first transaction, because they load cryptography.
  const { decodeSentTransaction } = await import('../pool/decodeSent.ts')
  const { validateSentTransaction } = await import('../pool/validateSent.ts')
  const { verifySidecar } = await import('../pool/verifySidecar.ts')
  try {
    const decoded = decodeSentTransaction(fromHex(bytes))
    const transaction = validateSentTransaction(decoded, rulesAt(endpoint, NO_POLICY), {
      impersonated: sender,
    })
    // What is replayed was verified before.
    if (decoded.sidecar !== undefined && !endpoint.changes.isReplaying) {
      for (const _ of verifySidecar(decoded.sidecar)) await pause?.()
    }
    return transaction
  } catch (error) {
    if (!(error instanceof PoolError)) throw error
    const problem = `the transaction ${bytes.slice(0, 20)}… is not valid: ${error.message}`
    throw new EndpointMoveError('INVALID_ARGUMENT', problem)
  }
}
