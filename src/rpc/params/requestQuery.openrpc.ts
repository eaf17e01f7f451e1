import type { ContentDescriptor } from '../openrpc/description.ts'
import { closedObject, orNull, type Schema } from '../openrpc/schema.ts'

const sequence: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

/** What `requestQuery.ts` accepts. */
export const requestQuery: ContentDescriptor = {
  name: 'query',
  summary: 'Which entries: those before a number, of one method; by default the newest 50.',
  required: false,
  schema: orNull(
    closedObject(
      {},
      {
        before: sequence,
        limit: { type: 'integer', minimum: 1, maximum: 200 },
        method: { type: 'string' },
      },
    ),
  ),
}

export const entryNumber: ContentDescriptor = {
  name: 'sequence',
  summary: 'The number of the entry.',
  schema: sequence,
}
