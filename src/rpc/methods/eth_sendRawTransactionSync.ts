import type { Answer } from '../answer.ts'
import { receiptAnswer } from '../blockAnswers.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { data } from '../params/data.ts'
import { waitMilliseconds } from '../params/waitMilliseconds.ts'
import { loadSendEncoded } from '../sending/loadSendEncoded.ts'
import { requireSending } from '../sending/requireSending.ts'
import { notIncluded, untilIncluded } from '../sending/untilIncluded.ts'

/** In milliseconds: how long geth waits by default, and at most. */
const WAIT_DEFAULT = 20_000
const WAIT_MAX = 60_000

/**
 * Sends a signed transaction of any type, and waits until a block has it (EIP-7966).
 *
 * 1. transaction: DATA, as it is encoded for the network: blob transactions with their blobs
 * 2. (optional) how many milliseconds to wait: 20,000 by default, at most 60,000
 *
 * Result: receipt object. After that time the error 4, with the hash of the transaction as its data; the pool keeps it.
 */
export const eth_sendRawTransactionSync: Method = async (params, context): Promise<Answer> => {
  const [encoded, given] = readArguments(params, context, [data], [waitMilliseconds])
  const { endpoint, view } = context
  requireSending(endpoint)
  const { sendEncoded } = await loadSendEncoded()
  const hash = await endpoint.inTurn(() => sendEncoded(encoded, context))
  const milliseconds = waitOf(given)
  // Nothing was sent, so waiting is in vain.
  if (view.isComparison) throw notIncluded(hash, milliseconds)
  const { block, index } = await untilIncluded(hash, milliseconds, context)
  return receiptAnswer(context, block, index)
}

function waitOf(given: number | undefined): number {
  return Math.min(given || WAIT_DEFAULT, WAIT_MAX)
}
