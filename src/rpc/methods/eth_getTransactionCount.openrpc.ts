import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { address } from '../params/address.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary: 'How many transactions an account has sent: its nonce.',
  params: [address, stateBlock],
  result: { name: 'nonce', schema: ref('Quantity') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
