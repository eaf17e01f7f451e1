import { faultKind, faultSchema } from '../kind.ts'
import { MainBranchView } from '../otherViews.ts'

/** Null, or an error, for blocks that are not on the branch of the head: a node that drops them as soon as a reorg leaves them. */
export interface NoSideBlocksFault {
  readonly kind: 'noSideBlocks'
}

export const noSideBlocks = faultKind<NoSideBlocksFault>()({
  schema: faultSchema(
    'noSideBlocks',
    'As if blocks that are not on the branch of the head did not exist: a node that drops what a reorg removes.',
    {},
  ),
  hides: 'removedBlocks',
  effect: () => ({
    at: 'view',
    view: (endpoint) => ({
      view: new MainBranchView(endpoint),
      detail: () => 'a block that was removed',
    }),
  }),
})
