import type { MethodDescription } from '../openrpc/description.ts'
import { unsignedTransaction } from '../openrpc/objects/signedTransaction.ts'
import { transactionRequest } from '../params/transactionRequest.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Fills in what a transaction lacks: the nonce, the gas, the fees and the chain id. It is neither signed nor sent.',
  params: [transactionRequest],
  result: { name: 'filled', schema: unsignedTransaction },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
}
