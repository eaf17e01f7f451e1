import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'

/** What `tracePath.ts` accepts. */
export const tracePath: ContentDescriptor = {
  name: 'traceAddress',
  summary: 'The trace by its `traceAddress`; empty for that of the transaction itself.',
  schema: arrayOf(ref('IndexParameter')),
}
