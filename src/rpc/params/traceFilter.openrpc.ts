import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, orNull, ref, type Schema } from '../openrpc/schema.ts'

// What `traceFilter.ts` accepts, except that it takes the names of members in any case. A member that is null counts as
// omitted.

const addresses: Schema = {
  oneOf: [
    ref('AddressParameter'),
    { ...arrayOf(ref('AddressParameter')), maxItems: 1000 },
    { type: 'null' },
  ],
}

const count: Schema = {
  oneOf: [
    { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', pattern: '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,15})$' },
    { type: 'null' },
  ],
}

export const traceFilter: ContentDescriptor = {
  name: 'filter',
  summary: 'Of which blocks, from and to which accounts; and which part of the matching traces.',
  schema: {
    type: 'object',
    properties: {
      fromBlock: orNull(ref('BlockParameter')),
      toBlock: orNull(ref('BlockParameter')),
      fromAddress: addresses,
      toAddress: addresses,
      mode: { oneOf: [{ enum: ['union', 'intersection'] }, { type: 'null' }] },
      after: count,
      count,
    },
    additionalProperties: false,
  },
}
