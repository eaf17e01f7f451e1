import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { data } from '../params/data.ts'
import { ref } from '../schemas/schema.ts'
import { loadSendEncoded } from '../sending/loadSendEncoded.ts'
import { requireWritable } from '../sending/requireWritable.ts'

/** Sends a signed transaction of any type (execution-apis). By default it is mined at once. */
export const eth_sendRawTransaction = method({
  name: 'eth_sendRawTransaction',
  set: 'dev',
  does: 'sends',
  summary: 'Sends a signed transaction. By default it is mined at once.',
  params: [data('transaction', 'As it is encoded for the network: blob transactions with blobs.')],
  result: { name: 'hash', schema: ref('Hash') },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: async ([encoded], context) => {
    const { endpoint } = context
    requireWritable(endpoint)
    const { sendEncoded } = await loadSendEncoded()
    return encodeResult(await endpoint.exclusively(() => sendEncoded(encoded, context)))
  },
})
