import type { MethodDescription } from '../openrpc/description.ts'
import { signature } from '../openrpc/values.ts'
import { address } from '../params/address.openrpc.ts'
import { data } from '../params/data.openrpc.ts'
import { password } from '../params/password.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Signs a message as text (EIP-191), for one of the accounts of eth_accounts.',
  params: [data('message', 'The bytes of the message.'), address, password],
  result: { name: 'signature', schema: signature },
  errors: ['SERVER_ERROR'],
}
