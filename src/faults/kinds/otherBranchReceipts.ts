import { faultKind, faultSchema } from '../kind.ts'
import { OtherBranchView } from '../otherViews.ts'

/**
 * The receipts of another block at the same height, possibly of an uncle. Of several such blocks it is the one with the
 * lowest hash that has receipts. Null if there is none, or if the transaction is not in it.
 */
export interface OtherBranchReceiptsFault {
  readonly kind: 'otherBranchReceipts'
}

export const otherBranchReceipts = faultKind<OtherBranchReceiptsFault>()({
  schema: faultSchema(
    'otherBranchReceipts',
    'For receipts, those of another block of the same height.',
    {},
  ),
  appliesTo: () => ({ targets: ['receipt'] }),
  effect: () => ({
    at: 'view',
    view: (endpoint) => ({
      view: new OtherBranchView(endpoint),
      detail: () => 'those of another block',
      describe,
    }),
  }),
})

/** Names the block of the receipts. */
function describe(result: unknown): string {
  if (result === null) return 'null'
  const [receipt] = (Array.isArray(result) ? result : [result]) as { blockHash?: unknown }[]
  return receipt === undefined
    ? 'those of another block, which has none'
    : `those of block ${receipt.blockHash}`
}
