import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { data } from '../params/data.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Sends a signed transaction. By default it is mined at once.',
  params: [data('transaction', 'As it is encoded for the network: blob transactions with blobs.')],
  result: { name: 'hash', schema: ref('Hash') },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
}
