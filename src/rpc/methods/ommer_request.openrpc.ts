import type { MethodDescription } from '../openrpc/description.ts'
import { orNull } from '../openrpc/schema.ts'
import { timelineEntry } from '../openrpc/timelineEntry.ts'
import { entryNumber } from '../params/requestQuery.openrpc.ts'

export const description: MethodDescription = {
  summary: 'One entry of those of ommer_requests, with all that is kept of its answer.',
  params: [entryNumber],
  result: { name: 'entry', schema: orNull(timelineEntry) },
  errors: ['OPERATION_REFUSED'],
}
