import type { ContentDescriptor } from '../openrpc/description.ts'
import { ref, type Schema } from '../openrpc/schema.ts'

/** What `indexPosition.ts` accepts. */
export const indexParameterSchema: Schema = {
  description: 'An index, from 0: a number of at most 64 bits in hex, without leading zeros.',
  type: 'string',
  pattern: '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,15})$',
}

export const transactionIndex: ContentDescriptor = {
  name: 'transactionIndex',
  summary: 'The index of the transaction in its block.',
  schema: ref('IndexParameter'),
}

export const uncleIndex: ContentDescriptor = {
  name: 'uncleIndex',
  summary: 'The index of the uncle in the list of its block.',
  schema: ref('IndexParameter'),
}
