import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { traceFilter } from '../params/traceFilter.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The traces of a range of blocks that match a filter, in the format of Parity.',
  params: [traceFilter],
  result: { name: 'traces', schema: arrayOf(ref('LocatedTrace')) },
  errors: ['LIMIT_EXCEEDED', 'SERVER_ERROR', 'CALL_FAILED'],
}
