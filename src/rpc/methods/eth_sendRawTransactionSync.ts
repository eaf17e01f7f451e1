import { receiptAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { data } from '../params/data.ts'
import { waitMilliseconds } from '../params/waitMilliseconds.ts'
import { ref } from '../schemas/schema.ts'
import { loadSendEncoded } from '../sending/loadSendEncoded.ts'
import { requireWritable } from '../sending/requireWritable.ts'
import { notIncluded, untilIncluded } from '../sending/untilIncluded.ts'

/** In milliseconds: how long geth waits by default, and at most. */
const WAIT_DEFAULT = 20_000
const WAIT_MAX = 60_000

/** Sends a signed transaction of any type, and waits until a block has it (EIP-7966). */
export const eth_sendRawTransactionSync = method({
  name: 'eth_sendRawTransactionSync',
  set: 'dev',
  does: 'sendsAndWaits',
  summary: 'Sends a signed transaction, and waits until a block has it (EIP-7966).',
  params: [
    data('transaction', 'As it is encoded for the network: blob transactions with blobs.'),
    waitMilliseconds,
  ],
  result: { name: 'receipt', schema: ref('Receipt') },
  errors: ['SERVER_ERROR', 'CALL_FAILED', 'NOT_INCLUDED'],
  run: async ([encoded, given], context) => {
    const { endpoint, view } = context
    requireWritable(endpoint)
    const { sendEncoded } = await loadSendEncoded()
    const hash = await endpoint.exclusively(() => sendEncoded(encoded, context))
    const milliseconds = waitOf(given)
    // Nothing was sent, so waiting is in vain.
    if (view.isComparison) throw notIncluded(hash, milliseconds)
    const { block, index } = await untilIncluded(hash, milliseconds, context)
    return receiptAnswer(context, block, index)
  },
})

function waitOf(given: number | undefined): number {
  return Math.min(given || WAIT_DEFAULT, WAIT_MAX)
}
