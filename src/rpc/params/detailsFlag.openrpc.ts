import type { ContentDescriptor } from '../openrpc/description.ts'

/** What `detailsFlag.ts` accepts. */
export const detailsFlag: ContentDescriptor = {
  name: 'fullTransactions',
  summary: 'True for transactions as objects, false for their hashes.',
  schema: { type: 'boolean' },
}
