import * as v from 'valibot'
import type { ReceivedCounts } from '../../endpoint/activity/callHistory.ts'
import { wholeNumber } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'

export interface ReceivedCountsMove {
  /**
   * How many calls of each method the endpoint has received since it was created; the most frequent first. A method that
   * was not called is missing. `received` takes it as `since`.
   */
  receivedCounts(): ReceivedCounts
}

export const receivedCounts: MoveOf<ReceivedCountsMove> = {
  name: 'receivedCounts',
  effect: 'reads',
  group: 'Calls of clients',
  summary:
    'Returns how many calls of each method clients have made since the endpoint was created.',
  waits: 'never',
  parameters: [],
  run: (endpoint) => endpoint.activity.counts,
  result: {
    name: 'counts',
    schema: v.record(v.string(), wholeNumber(1)),
    from: (counts) => counts,
  },
}
