import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, orNull, ref } from '../openrpc/schema.ts'

/** What `storageRequest.ts` accepts. */
export const storageRequest: ContentDescriptor = {
  name: 'slots',
  summary: 'Lists of slots by address: at least 1 slot and at most 1,024 in all.',
  schema: {
    type: 'object',
    minProperties: 1,
    patternProperties: { '^0[xX][0-9a-fA-F]{40}$': orNull(arrayOf(ref('HashParameter'))) },
    additionalProperties: false,
  },
}
