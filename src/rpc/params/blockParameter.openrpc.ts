import type { ContentDescriptor } from '../openrpc/description.ts'
import { ref, type Schema } from '../openrpc/schema.ts'

/** A block number up to 2^63 - 1, in hex. */
export const blockNumberPattern = '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,14}|[1-7][0-9a-fA-F]{15})$'

/** What `blockParameter.ts` accepts. */
export const blockParameterSchema: Schema = {
  description: 'A tag, or a number in hex without leading zeros.',
  type: 'string',
  anyOf: [
    { enum: ['latest', 'earliest', 'pending', 'safe', 'finalized'] },
    { pattern: blockNumberPattern },
  ],
}

export const blockParameter: ContentDescriptor = {
  name: 'block',
  summary: 'Which block.',
  schema: ref('BlockParameter'),
}
