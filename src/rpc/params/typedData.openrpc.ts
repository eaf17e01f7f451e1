import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, type Schema } from '../openrpc/schema.ts'

const field: Schema = {
  type: 'object',
  required: ['name', 'type'],
  properties: { name: { type: 'string' }, type: { type: 'string' } },
}

/** What `typedData.ts` accepts, except that text must be JSON of such an object. */
export const typedData: ContentDescriptor = {
  name: 'typedData',
  summary: 'Types, domain and message (EIP-712): an object, or its JSON as text.',
  schema: {
    anyOf: [
      {
        type: 'object',
        required: ['types', 'primaryType', 'domain', 'message'],
        properties: {
          types: { type: 'object', additionalProperties: arrayOf(field) },
          primaryType: { type: 'string' },
          domain: { type: 'object' },
          message: { type: 'object' },
        },
      },
      { type: 'string', pattern: '^[ \\t\\r\\n]*\\{' },
    ],
  },
}
