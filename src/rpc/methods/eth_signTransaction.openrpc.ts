import type { MethodDescription } from '../openrpc/description.ts'
import { signedTransaction } from '../openrpc/objects/signedTransaction.ts'
import { transactionRequest } from '../params/transactionRequest.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Signs a transaction for one of the accounts of eth_accounts, and sends it nowhere. Fills in what it lacks.',
  params: [transactionRequest],
  result: { name: 'signed', schema: signedTransaction },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
}
