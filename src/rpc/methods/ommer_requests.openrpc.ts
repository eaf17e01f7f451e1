import { plainNumber } from '../openrpc/blockPosition.ts'
import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, closedObject } from '../openrpc/schema.ts'
import { timelineEntry } from '../openrpc/timelineEntry.ts'
import { requestQuery } from '../params/requestQuery.openrpc.ts'

export const description: MethodDescription = {
  summary:
    'What has happened at the endpoint, newest first: requests of clients, moves, steps of a scenario, and faults.',
  params: [requestQuery],
  result: {
    name: 'requests',
    schema: closedObject({ entries: arrayOf(timelineEntry), dropped: plainNumber }),
  },
  errors: ['OPERATION_REFUSED'],
}
