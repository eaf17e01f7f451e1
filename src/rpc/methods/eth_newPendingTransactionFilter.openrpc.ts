import type { MethodDescription } from '../openrpc/description.ts'
import { filterIdResult } from '../openrpc/filterId.ts'
import { orNull } from '../openrpc/schema.ts'
import { detailsFlag } from '../params/detailsFlag.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Creates a filter of pending transactions, of which there are none: there is no pool.',
  params: [{ ...detailsFlag, required: false, schema: orNull(detailsFlag.schema) }],
  result: filterIdResult,
}
