import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { logFilter } from '../params/logFilter.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The logs that match a filter, in the order of the chain.',
  params: [logFilter],
  result: { name: 'logs', schema: arrayOf(ref('Log')) },
  errors: ['UNKNOWN_BLOCK'],
  gethErrors: ['SERVER_ERROR'],
}
