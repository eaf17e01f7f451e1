import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, orNull, ref, type Schema } from '../openrpc/schema.ts'
import { optionalMembers } from './goJson.openrpc.ts'

// What `simulation.ts` accepts, except that it takes the names of members in any case.

const blockCalls: Schema = {
  type: 'object',
  properties: optionalMembers({
    blockOverrides: ref('BlockOverrides'),
    stateOverrides: ref('StateOverrides'),
    calls: { ...arrayOf(orNull(ref('CallObject'))), maxItems: 5000 },
  }),
}

const flag: Schema = { type: 'boolean' }

export const simulation: ContentDescriptor = {
  name: 'simulation',
  summary:
    'The blocks: their calls, and what is different in them. At most 256 blocks, including those that fill the gaps between their numbers, and 10,000 calls.',
  schema: {
    type: 'object',
    required: ['blockStateCalls'],
    properties: {
      blockStateCalls: { ...arrayOf(orNull(blockCalls)), minItems: 1, maxItems: 256 },
      ...optionalMembers({
        validation: flag,
        traceTransfers: flag,
        returnFullTransactions: flag,
      }),
    },
  },
}
