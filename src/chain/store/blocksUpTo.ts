import type { Hex } from '../../primitives/hex.ts'
import type { Block, SealedBlock } from '../encoding/block.ts'
import { decodeBlock } from '../encoding/decode.ts'
import type { BlockTreeReader } from './tree.ts'

/**
 * The chain of a block, oldest block first; none if the tree does not have the block.
 *
 * @param decode by default decodes each block anew
 */
export function blocksUpTo(
  tree: BlockTreeReader,
  hash: Hex,
  decode: (block: SealedBlock) => Block = decodeBlock,
): readonly Block[] {
  const blocks: Block[] = []
  for (let at = tree.byHash(hash); at !== undefined; at = tree.byHash(at.parentHash)) {
    blocks.push(decode(at))
  }
  return blocks.reverse()
}
