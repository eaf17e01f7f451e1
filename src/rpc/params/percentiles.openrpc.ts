import type { ContentDescriptor } from '../openrpc/description.ts'

/** What `percentiles.ts` accepts; `fees/requirePercentiles.ts` checks the values. */
export const percentiles: ContentDescriptor = {
  name: 'rewardPercentiles',
  summary:
    'At most 100 percentiles from 0 to 100, ascending, of the gas that a block used: the tip there is returned.',
  schema: {
    type: 'array',
    items: { oneOf: [{ type: 'number' }, { type: 'null' }] },
  },
}
