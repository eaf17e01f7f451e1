import type { ContentDescriptor } from '../description.ts'
import { arrayOf, nullSchema, orNull, ref, type Schema } from '../schema.ts'
import { blockNumberPattern } from './blockParameter.ts'

// As `src/rpc/params/logFilter.ts` reads it, which also takes the names of members in any case. A member that is null
// counts as left out.

/** Logs that are pending are not to be had. */
const rangeEnd: Schema = {
  type: 'string',
  anyOf: [{ enum: ['latest', 'earliest', 'safe', 'finalized'] }, { pattern: blockNumberPattern }],
}

const address: Schema = { type: 'string', pattern: '^0[xX][0-9a-fA-F]{40}$' }

/** One value, or several of which any will do; null for any at all. */
function alternatives(value: Schema, inList: Schema = value): Schema {
  return { oneOf: [value, { ...arrayOf(inList), maxItems: 1000 }, nullSchema] }
}

const topic = ref('HashParameter')

const wanted = {
  address: alternatives(address),
  topics: orNull({ ...arrayOf(alternatives(topic, orNull(topic))), maxItems: 4 }),
}

export const logFilter: ContentDescriptor = {
  name: 'filter',
  summary: 'Of which blocks, from which contracts, with which topics.',
  schema: {
    type: 'object',
    oneOf: [
      {
        required: ['blockHash'],
        properties: {
          blockHash: ref('HashParameter'),
          fromBlock: nullSchema,
          toBlock: nullSchema,
          ...wanted,
        },
        additionalProperties: false,
      },
      {
        properties: {
          blockHash: nullSchema,
          fromBlock: orNull(rangeEnd),
          toBlock: orNull(rangeEnd),
          ...wanted,
        },
        additionalProperties: false,
      },
    ],
  },
}
