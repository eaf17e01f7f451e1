import { faultKind, faultSchema } from '../kind.ts'
import { PreviousBlockView } from '../otherViews.ts'

/** The answer describes the block before. Logs do not change, because they may belong to many blocks. */
export interface PreviousBlockFault {
  readonly kind: 'previousBlock'
}

export const previousBlock = faultKind<PreviousBlockFault>()({
  schema: faultSchema('previousBlock', 'The answer describes the block before.', {}),
  appliesTo: () => ({ notifications: ['webSocket', 'inProcess'] }),
  effect: () => ({
    at: 'view',
    view: (endpoint, method) =>
      method === 'eth_getLogs'
        ? undefined
        : { view: new PreviousBlockView(endpoint), detail: () => 'the block before' },
    notifiedBlock: ({ chain }, { parentHash }) => chain.tree.byHash(parentHash),
  }),
})
