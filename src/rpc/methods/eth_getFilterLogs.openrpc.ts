import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { filterId } from '../params/rpcId.openrpc.ts'

export const description: MethodDescription = {
  summary: 'All logs that match a filter of logs, as eth_getLogs returns them.',
  params: [filterId],
  result: { name: 'logs', schema: arrayOf(ref('Log')) },
  errors: ['UNKNOWN_FILTER'],
  gethErrors: ['SERVER_ERROR'],
}
