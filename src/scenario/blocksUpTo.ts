import type { Block } from '../chain/encoding/block.ts'
import { decodeBlock } from '../chain/encoding/decode.ts'
import { treeOf } from '../server/endpointHandle.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'

/** The canonical chain of an endpoint, oldest block first. */
export function blocksUpTo(endpoint: ServedEndpoint): readonly Block[] {
  const tree = treeOf(endpoint)
  const blocks: Block[] = []
  let at = tree.byHash(endpoint.head.hash)
  while (at !== undefined) {
    blocks.push(decodeBlock(at))
    at = tree.byHash(at.parentHash)
  }
  return blocks.reverse()
}
