import * as v from 'valibot'
import { described, wholeNumber } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { IndexingView } from '../otherViews.ts'

/** A node that is still building its index of transactions: it answers look-ups by hash with an error, and not with null. */
export interface IndexingFault {
  readonly kind: 'indexing'
  /** the first block whose transactions are in the index already: geth begins with the newest. Default none. */
  readonly from?: number | undefined
}

export const indexing = faultKind<IndexingFault>()({
  schema: faultSchema(
    'indexing',
    'The error of a node that is still building its index of transactions: transaction indexing is in progress.',
    {
      from: v.optional(
        described(wholeNumber(0), 'the first block whose transactions are in the index already'),
      ),
    },
  ),
  appliesTo: () => ({ targets: ['lookup'] }),
  effect: ({ from }) => ({
    at: 'view',
    view: (endpoint, { targets }) => ({
      view: new IndexingView(endpoint, from, targets.includes('transaction')),
      detail: () => 'indexing',
    }),
  }),
})
