import type { ContentDescriptor } from '../openrpc/description.ts'
import { closedObject, type Schema } from '../openrpc/schema.ts'

const number: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

/** What `treeRange.ts` accepts. */
export const treeRange: ContentDescriptor = {
  name: 'range',
  summary: 'The numbers of the blocks, both ends included; at most 256 of them.',
  schema: closedObject({ from: number, to: number }),
}
