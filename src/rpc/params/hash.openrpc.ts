import type { ContentDescriptor } from '../openrpc/description.ts'
import { ref, type Schema } from '../openrpc/schema.ts'

/** What `hash.ts` accepts. */
export const hashParameterSchema: Schema = {
  description: '32 bytes in hex, in either case.',
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{64}$',
}

export const blockHash: ContentDescriptor = {
  name: 'blockHash',
  summary: 'The hash of a block of any branch.',
  schema: ref('HashParameter'),
}

export const transactionHash: ContentDescriptor = {
  name: 'transactionHash',
  summary: 'The hash of a transaction.',
  schema: ref('HashParameter'),
}
