import type { MethodDescription } from '../openrpc/description.ts'
import { signature } from '../openrpc/values.ts'
import { address } from '../params/address.openrpc.ts'
import { typedData } from '../params/typedData.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Signs typed data (EIP-712), for one of the accounts of eth_accounts.',
  params: [address, typedData],
  result: { name: 'signature', schema: signature },
  errors: ['SERVER_ERROR'],
}
