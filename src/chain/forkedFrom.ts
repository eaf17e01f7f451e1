import type { Hex } from '../primitives/hex.ts'

/** The network that a chain was forked from. */
export interface ForkedFrom {
  /** the addresses of the nodes that are asked, without keys */
  readonly nodes: readonly string[]
  /** the folder that keeps what is read of it; undefined if there is none */
  readonly witness?:
    | {
        readonly folder: string
        /** whether only the folder is read, and no node is asked */
        readonly isOffline: boolean
      }
    | undefined
  /** the pinned block, with which the chain begins */
  readonly block: { readonly number: number; readonly hash: Hex }
  /** whether a journal has named this block */
  readonly isOfJournal: boolean
  /** why its state is not proven; undefined if it is */
  readonly unprovenBecause: string | undefined
  /** what is not certain about the rules of new blocks */
  readonly warnings: readonly string[]
}
