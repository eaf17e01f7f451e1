import type { SealedBlock } from '../chain/encoding/block.ts'
import type { View } from '../endpoint/view.ts'
import type { BlockParameter } from './params/blockParameter.ts'

/** The block of the canonical chain with a number or tag; undefined if none exists, and for `pending`. */
export function canonicalBlock(view: View, block: BlockParameter): SealedBlock | undefined {
  if (typeof block === 'number') return view.blockByNumber(block)
  return block === 'pending' ? undefined : view.blockByTag(block)
}
