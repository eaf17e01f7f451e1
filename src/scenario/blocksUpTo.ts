import type { Block, SealedBlock } from '../chain/encoding/block.ts'
import { decodeBlock } from '../chain/encoding/decode.ts'
import { treeOf } from '../server/endpointHandle.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'

/**
 * The canonical chain of an endpoint, oldest block first.
 *
 * @param decode by default decodes each block anew
 */
export function blocksUpTo(
  endpoint: ServedEndpoint,
  decode: (block: SealedBlock) => Block = decodeBlock,
): readonly Block[] {
  const tree = treeOf(endpoint)
  const blocks: Block[] = []
  let at = tree.byHash(endpoint.head.hash)
  while (at !== undefined) {
    blocks.push(decode(at))
    at = tree.byHash(at.parentHash)
  }
  return blocks.reverse()
}
