import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { data } from '../params/data.openrpc.ts'
import { waitMilliseconds } from '../params/waitMilliseconds.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Sends a signed transaction, and waits until a block has it (EIP-7966).',
  params: [
    data('transaction', 'As it is encoded for the network: blob transactions with blobs.'),
    waitMilliseconds,
  ],
  result: { name: 'receipt', schema: ref('Receipt') },
  errors: ['SERVER_ERROR', 'CALL_FAILED', 'NOT_INCLUDED'],
}
