import { described, wholeNumber } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { StaleView } from '../otherViews.ts'

/**
 * Calls about state reach a replica whose head lags behind, while all other calls see the real head: `latest` is an older
 * state, and the number or hash of a block that the replica does not have is an error, as in geth.
 */
export interface StaleStateFault {
  readonly kind: 'staleState'
  /** how many blocks the replica is behind */
  readonly blocks: number
}

export const staleState = faultKind<StaleStateFault>()({
  schema: faultSchema(
    'staleState',
    'For calls about state, the result that a replica returns whose head lags behind.',
    { blocks: described(wholeNumber(1), 'how many blocks it lags') },
  ),
  appliesTo: () => ({ targets: ['state'] }),
  effect: ({ blocks }) => ({
    at: 'view',
    view(endpoint) {
      const view = new StaleView(endpoint, blocks)
      return { view, detail: () => `head ${view.head.number}` }
    },
  }),
})
