import { headerOf } from '../../chain/encoding/decode/headerOf.ts'
import { forkAt, isAtLeast } from '../../chain/protocol/forks.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { decodeSentTransaction } from '../../pool/decodeSent.ts'
import { PoolError } from '../../pool/poolError.ts'
import type { SentTransaction } from '../../pool/sentTransaction.ts'
import { type SendingRules, validateSentTransaction } from '../../pool/validateSent.ts'
import { verifySidecar } from '../../pool/verifySidecar.ts'
import type { Hex } from '../../primitives/hex.ts'
import { serverError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import { toRequestError } from '../runCall.ts'
import { requireSending } from './requireSending.ts'

/** In ether: the most that a transaction may pay for gas, as in geth. */
const FEE_CAP_ETHER = 1

/**
 * Sends a transaction to the endpoint of a call: checks it, adds it to the pool, and mines it where that is done at once.
 * To be called in the endpoint's turn.
 *
 * @param encoded as for `eth_sendRawTransaction`
 * @param impersonated its sender if nobody has signed it
 * @returns its hash
 * @throws {RequestError} with geth's message if it is refused
 */
export async function sendEncoded(
  encoded: Uint8Array,
  context: MethodContext,
  impersonated?: Hex,
): Promise<Hex> {
  const { endpoint } = context
  const sending = requireSending(endpoint)
  try {
    const decoded = decodeSentTransaction(encoded)
    const transaction = validateSentTransaction(decoded, rulesAt(endpoint), impersonated)
    const pool = await (await sending.pool)?.adapted()
    // The proofs of one that is known need not be verified again.
    if (pool?.get(transaction.hash) === undefined) await requireProofs(transaction, context)
    await sending.send(transaction)
    return transaction.hash
  } catch (error) {
    if (error instanceof PoolError) throw serverError(error.message)
    throw toRequestError(error)
  }
}

/** The rules that a transaction must follow now. Scripts send transactions that are valid on all chains, too (Nick's method). */
export function rulesAt({ head, chain }: Endpoint): SendingRules {
  const { gasLimit, number, timestamp } = headerOf(head)
  const { chainId, forks } = chain.rules
  const fork = forkAt(forks, number, timestamp)
  return {
    chainId,
    fork,
    gasLimit,
    hasReplayProtection: isAtLeast(fork, 'spuriousDragon'),
    feeCapEther: FEE_CAP_ETHER,
    allowsUnprotected: true,
  }
}

/** Verifies the proofs of blobs in time slices. */
async function requireProofs(
  { sidecar }: SentTransaction,
  { runLong }: MethodContext,
): Promise<void> {
  if (sidecar === undefined) return
  await runLong(async (pause) => {
    for (const _ of verifySidecar(sidecar)) await pause()
  })
}
