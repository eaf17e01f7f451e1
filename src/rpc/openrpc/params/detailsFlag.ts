import type { ContentDescriptor } from '../description.ts'

/** As `src/rpc/params/detailsFlag.ts` reads it. */
export const detailsFlag: ContentDescriptor = {
  name: 'fullTransactions',
  summary: 'True for transactions as objects, false for their hashes.',
  schema: { type: 'boolean' },
}
