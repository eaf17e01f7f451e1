import type { ContentDescriptor } from '../openrpc/description.ts'
import { callObjectSchema } from './callObject.openrpc.ts'
import { optionalMembers, quantityParameter } from './goJson.openrpc.ts'

/** What `transactionRequest.ts` accepts, except that it takes the names of members in any case. */
export const transactionRequest: ContentDescriptor = {
  name: 'transaction',
  summary: 'The transaction, with its sender as from. What is omitted is filled in.',
  schema: {
    ...callObjectSchema,
    properties: {
      ...callObjectSchema.properties,
      ...optionalMembers({
        type: {
          oneOf: [
            quantityParameter(64),
            { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          ],
        },
      }),
    },
  },
}
