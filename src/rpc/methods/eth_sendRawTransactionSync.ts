import { receiptAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { data } from '../params/data.ts'
import { waitMilliseconds } from '../params/waitMilliseconds.ts'
import { ref } from '../schemas/schema.ts'
import { loadSendEncoded } from '../sending/loadSendEncoded.ts'
import { requireWritable } from '../sending/requireWritable.ts'
import { includedIn } from '../sending/untilIncluded.ts'

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
    const { endpoint } = context
    requireWritable(endpoint)
    const { sendEncoded } = await loadSendEncoded()
    const hash = await endpoint.exclusively(() => sendEncoded(encoded, context))
    const { block, index } = await includedIn(hash, given, context)
    return receiptAnswer(context, block, index)
  },
})
