import type { ContentDescriptor } from '../openrpc/description.ts'

/** What `rpcId.ts` accepts. */
export const filterId: ContentDescriptor = {
  name: 'id',
  summary: 'The id of a filter; any other string is a filter that does not exist.',
  schema: { type: 'string' },
}
