import { faultKind, faultSchema } from '../kind.ts'
import { ComparisonView } from '../otherViews.ts'

/**
 * A transaction is accepted, and its hash is the response, but no node has it afterwards. One that is not valid is refused
 * as without the fault. The client may send it again.
 */
export interface LostTransactionFault {
  readonly kind: 'lostTransaction'
}

export const lostTransaction = faultKind<LostTransactionFault>()({
  schema: faultSchema(
    'lostTransaction',
    'A transaction is accepted, and its hash is the response, but no node has it afterwards. Needs dev.',
    {},
  ),
  appliesTo: () => ({ targets: ['sent'] }),
  effect: () => ({
    at: 'view',
    isOnlyView: true,
    view: (endpoint) => ({
      view: new ComparisonView(endpoint),
      detail: () => 'refused',
      describe: String,
    }),
  }),
})
