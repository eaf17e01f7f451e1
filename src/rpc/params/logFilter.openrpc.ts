import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, nullSchema, orNull, ref, type Schema } from '../openrpc/schema.ts'
import { blockNumberPattern } from './blockParameter.openrpc.ts'

// What `logFilter.ts` accepts, except that it takes the names of members in any case. A member that is null counts as
// omitted.

/** Without `pending`: pending logs are not supported. */
const rangeEnd: Schema = {
  type: 'string',
  anyOf: [{ enum: ['latest', 'earliest', 'safe', 'finalized'] }, { pattern: blockNumberPattern }],
}

const address: Schema = { type: 'string', pattern: '^0[xX][0-9a-fA-F]{40}$' }

/** One value, a list of which one has to match, or null for any value. */
function alternatives(value: Schema, inList: Schema = value): Schema {
  return { oneOf: [value, { ...arrayOf(inList), maxItems: 1000 }, nullSchema] }
}

const topic = ref('HashParameter')

const wanted = {
  address: alternatives(address),
  topics: orNull({ ...arrayOf(alternatives(topic, orNull(topic))), maxItems: 4 }),
}

/** A filter of the logs of future blocks. */
export const followedLogFilter: ContentDescriptor = {
  name: 'filter',
  summary: 'From which contracts, with which topics, and in which range of blocks.',
  schema: {
    type: 'object',
    oneOf: [
      {
        properties: {
          blockHash: nullSchema,
          fromBlock: orNull({ const: 'latest' }),
          toBlock: orNull({ const: 'latest' }),
          ...wanted,
        },
        additionalProperties: false,
      },
      {
        required: ['fromBlock'],
        properties: {
          blockHash: nullSchema,
          fromBlock: numberOr('earliest'),
          toBlock: orNull(numberOr('latest')),
          ...wanted,
        },
        additionalProperties: false,
      },
    ],
  },
}

function numberOr(tag: string): Schema {
  return { type: 'string', anyOf: [{ const: tag }, { pattern: blockNumberPattern }] }
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
