import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { address } from '../params/address.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The code of a contract; 0x for an account without code.',
  params: [address, stateBlock],
  result: { name: 'code', schema: ref('Bytes') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
