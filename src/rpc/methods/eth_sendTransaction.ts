import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { ref } from '../schemas/schema.ts'
import { mayImpersonate, sendFilled } from '../sending/sendFilled.ts'

/**
 * Signs a transaction and sends it (execution-apis). What it lacks is filled in as geth does. By default it is mined at
 * once. That of an impersonated account gets a signature that is made up.
 */
export const eth_sendTransaction = method({
  name: 'eth_sendTransaction',
  set: 'dev',
  does: 'sends',
  summary:
    'Signs a transaction for one of the accounts of eth_accounts, or for one that is impersonated, and sends it. Fills in what it lacks.',
  params: [transactionRequest],
  result: { name: 'hash', schema: ref('Hash') },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([request], context) =>
    encodeResult(await sendFilled(request, context, mayImpersonate(context))),
})
