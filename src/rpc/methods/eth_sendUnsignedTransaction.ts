import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { ref } from '../schemas/schema.ts'
import { sendFilled } from '../sending/sendFilled.ts'

/** Sends a transaction of any account, whether or not it is impersonated (Anvil). Otherwise as `eth_sendTransaction`. */
export const eth_sendUnsignedTransaction = method({
  name: 'eth_sendUnsignedTransaction',
  set: 'dev',
  does: 'sends',
  summary:
    'Sends a transaction of any account, with a made-up signature if its key is unknown. Fills in what it lacks.',
  params: [transactionRequest],
  result: { name: 'hash', schema: ref('Hash') },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([request], context) => encodeResult(await sendFilled(request, context, () => true)),
})
