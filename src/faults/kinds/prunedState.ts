import * as v from 'valibot'
import { described, oneOf, wholeNumber } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { type PrunedStateStyle, PrunedView } from '../otherViews.ts'

/** The error of a node that no longer has the state of a block, because it is not an archive node. */
export interface PrunedStateFault {
  readonly kind: 'prunedState'
  /** how many of the newest blocks still have their state; a full geth node keeps 128. Default 0. */
  readonly keep?: number | undefined
  /**
   * the message of older versions of geth and of its forks, `missing trie node …`, or that of geth 1.17, `historical
   * state … is not available`. Default `missingTrieNode`.
   */
  readonly style?: PrunedStateStyle | undefined
}

export const prunedState = faultKind<PrunedStateFault>()({
  schema: faultSchema(
    'prunedState',
    'The error of a node that no longer has the state of a block: missing trie node.',
    {
      keep: v.optional(
        described(
          wholeNumber(0),
          'how many of the newest blocks have their state nonetheless; a full node of geth keeps 128',
        ),
        0,
      ),
      style: v.optional(
        described(
          oneOf('missingTrieNode', 'historicalState'),
          'the words of older versions of geth, or of geth 1.17',
        ),
        'missingTrieNode',
      ),
    },
  ),
  appliesTo: () => ({ targets: ['state'] }),
  effect: ({ keep, style }) => ({
    at: 'view',
    view: (endpoint) => ({
      view: new PrunedView(endpoint, keep, style),
      detail: () => 'pruned state',
    }),
  }),
})
