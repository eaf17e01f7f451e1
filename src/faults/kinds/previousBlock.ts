import { faultKind, faultSchema } from '../kind.ts'
import { PreviousBlockView } from '../otherViews.ts'

/** The answer describes the block before. Logs and histories of fees, which may be of many blocks, do not change. */
export interface PreviousBlockFault {
  readonly kind: 'previousBlock'
}

export const previousBlock = faultKind<PreviousBlockFault>()({
  schema: faultSchema(
    'previousBlock',
    'The answer describes the block before. Calls that may be about many blocks, such as eth_getLogs, do not change.',
    {},
  ),
  appliesTo: () => ({
    notifications: ['webSocket', 'inProcess'],
    spares: ['severalBlocks'],
  }),
  effect: () => ({
    at: 'view',
    view: (endpoint) => ({
      view: new PreviousBlockView(endpoint),
      detail: () => 'the block before',
    }),
    notifiedBlock: ({ chain }, { parentHash }) => chain.tree.byHash(parentHash),
  }),
})
