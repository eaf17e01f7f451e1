import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { address } from '../params/address.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The balance of an account, in wei.',
  params: [address, stateBlock],
  result: { name: 'balance', schema: ref('Quantity') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
