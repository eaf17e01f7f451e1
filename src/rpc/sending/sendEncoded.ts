import { type Change, sendChange } from '../../endpoint/changes.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { rulesAt } from '../../endpoint/sendingRules.ts'
import { type DecodedTransaction, decodeSentTransaction } from '../../pool/decodeSent.ts'
import { PoolError } from '../../pool/poolError.ts'
import type { SentTransaction } from '../../pool/sentTransaction.ts'
import { validateSentTransaction } from '../../pool/validateSent.ts'
import { verifySidecar } from '../../pool/verifySidecar.ts'
import type { Hex } from '../../primitives/hex.ts'
import { serverError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import { toRequestError } from '../runCall.ts'
import { signatureTurns } from '../signing/signatureTurns.ts'
import { requireWritable } from './requireWritable.ts'

/**
 * Sends a transaction to the endpoint of a call: checks it, adds it to the pool, and mines it where that is done at once,
 * unless it is mined together with others later. Where the view is only for comparison, it is checked alone. To be called
 * in the endpoint's turn.
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
  const { endpoint, view, joined, dialect } = context
  const isJoined = joined !== undefined
  const miner = requireWritable(endpoint)
  try {
    const recovered = joined?.recoveredSender(rulesAt(endpoint, dialect.rules))
    if (recovered === undefined) await signatureTurns.begin()
    const decoded = decodeSentTransaction(encoded)
    const transaction = validateSentTransaction(decoded, rulesAt(endpoint, dialect.rules), {
      impersonated,
      recovered,
    })
    const pool = await (await miner.pool)?.adapted()
    // The proofs of one that is known need not be verified again.
    if (pool?.get(transaction.hash) === undefined) await requireProofs(decoded, context)
    if (view.isComparison) {
      await miner.requireAcceptable(transaction)
    } else {
      const change = sendChange(encoded, impersonated, isJoined)
      await sendOrMine(transaction, endpoint, change, isJoined)
    }
    return transaction.hash
  } catch (error) {
    if (error instanceof PoolError) {
      if (!view.isComparison) miner.statistics.refuse(error.code)
      throw serverError(error.message)
    }
    throw toRequestError(error)
  }
}

async function sendOrMine(
  transaction: SentTransaction,
  endpoint: Endpoint,
  change: Change,
  isJoined: boolean,
): Promise<void> {
  const miner = requireWritable(endpoint)
  try {
    await endpoint.apply(change, () => miner.send(transaction, isJoined))
  } catch (error) {
    const isKnown = error instanceof PoolError && error.code === 'ALREADY_KNOWN'
    if (isKnown && !isJoined) await miner.mineKnown(transaction.hash)
    throw error
  }
}

/** Verifies the proofs of blobs in time slices. */
async function requireProofs(
  { sidecar }: DecodedTransaction,
  { runLong }: MethodContext,
): Promise<void> {
  if (sidecar === undefined) return
  await runLong(async (pause) => {
    for (const _ of verifySidecar(sidecar)) await pause()
  })
}
