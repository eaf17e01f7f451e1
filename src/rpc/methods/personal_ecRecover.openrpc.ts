import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { data } from '../params/data.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The account that has signed a message with personal_sign or eth_sign.',
  params: [data('message', 'The bytes of the message.'), data('signature', '65 bytes.')],
  result: { name: 'address', schema: ref('Address') },
  errors: ['SERVER_ERROR'],
}
