import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { transactionRequest } from '../params/transactionRequest.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Signs a transaction for one of the accounts of eth_accounts, or for one that is impersonated, and sends it. Fills in what it lacks.',
  params: [transactionRequest],
  result: { name: 'hash', schema: ref('Hash') },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
}
