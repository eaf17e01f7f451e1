import type { ViewedChain } from '../chain/chain.ts'
import { type TreeRange, TreeSlice } from './treeSlice.ts'

/** A range of a chain as a chain of its own: its last block is the head. */
export interface ChainSlice extends ViewedChain {
  readonly tree: TreeSlice
}

/** @throws {RangeError} if the main branch does not have the range */
export function chainSlice(source: TreeRange & { readonly chain: ViewedChain }): ChainSlice {
  const { chain, to } = source
  const endsAtHead = to === chain.tree.head.number
  return {
    chainId: chain.chainId,
    rules: chain.rules,
    genesis: chain.genesis,
    finality: chain.finality,
    recordedAnswers: chain.recordedAnswers,
    children: chain.children,
    get states() {
      // Opening the states takes time, and most exports do not read any.
      return chain.states
    },
    tree: new TreeSlice(chain.tree, source),
    // A block that already has a child has no candidate for the next block.
    candidate: async (parent) => (endsAtHead ? chain.candidate(parent) : undefined),
  }
}
