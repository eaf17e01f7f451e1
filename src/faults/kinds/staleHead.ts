import { described, wholeNumber } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { StaleView } from '../otherViews.ts'

/** The result that a replica returns whose head lags behind. */
export interface StaleHeadFault {
  readonly kind: 'staleHead'
  /** how many blocks the replica is behind */
  readonly blocks: number
}

export const staleHead = faultKind<StaleHeadFault>()({
  schema: faultSchema(
    'staleHead',
    'The result that a replica returns whose head lags behind: for a range of blocks that ends after that head, an error.',
    {
      blocks: described(wholeNumber(1), 'how many blocks it lags'),
    },
  ),
  appliesTo: () => ({ notifications: ['webSocket', 'inProcess'] }),
  hides: 'newestBlocks',
  // The view says what is found by hash, and by the tags of finality.
  effect: ({ blocks }) => ({
    at: 'view',
    view(endpoint) {
      const view = new StaleView(endpoint, blocks)
      return { view, detail: () => `head ${view.head.number}` }
    },
    notifiedBlock: (endpoint, { number }) =>
      endpoint.blockByNumber(Math.max(endpoint.chain.tree.first.number, number - blocks)),
  }),
})
