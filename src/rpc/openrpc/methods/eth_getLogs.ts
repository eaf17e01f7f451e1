import type { MethodDescription } from '../description.ts'
import { logFilter } from '../params/logFilter.ts'
import { arrayOf, ref } from '../schema.ts'

export const eth_getLogs: MethodDescription = {
  summary: 'The logs that a filter wants, in their order.',
  params: [logFilter],
  result: { name: 'logs', schema: arrayOf(ref('Log')) },
  errors: ['UNKNOWN_BLOCK'],
  gethErrors: ['SERVER_ERROR'],
}
