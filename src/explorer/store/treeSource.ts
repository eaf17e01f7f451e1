import type { PendingTreeBlock, TreeBlock } from '../../drawing/treeLayout.ts'
import type { RpcConnection } from '../connection/rpcConnection.ts'

/** A block by number and hash. */
export interface BlockPosition {
  readonly number: number
  readonly hash: string
}

/** The head of an endpoint, and its tags. */
export interface Tags {
  readonly head: BlockPosition
  readonly safe: BlockPosition | null
  readonly finalized: BlockPosition | null
}

/** What `ommer_tree` returns: all blocks of a range of numbers, and where the head is. */
export interface TreeAnswer extends Tags {
  readonly pending: PendingTreeBlock | null
  readonly blocks: readonly TreeBlock[]
  /** how many side blocks were left out because there are too many; absent for none */
  readonly omitted?: number
  /** of a fork: the pinned block, below which blocks are read from the network */
  readonly pinned?: BlockPosition
}

/** Where the blocks of the tree come from. */
export interface TreeSource {
  /** Loads the blocks with the numbers `from` to `to`, at most 256. Numbers above the head are allowed. */
  load(from: number, to: number): Promise<TreeAnswer>
}

/** All branches and uncles, as the endpoint knows them. */
export function treeOf(connection: RpcConnection): TreeSource {
  return {
    load(from, to) {
      return connection.request<TreeAnswer>('ommer_tree', [{ from, to }])
    },
  }
}
