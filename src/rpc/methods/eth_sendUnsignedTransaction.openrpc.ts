import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { transactionRequest } from '../params/transactionRequest.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'Sends a transaction of any account, with a made-up signature if its key is unknown. Fills in what it lacks.',
  params: [transactionRequest],
  result: { name: 'hash', schema: ref('Hash') },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
}
