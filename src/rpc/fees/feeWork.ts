import type { SealedBlock } from '../../chain/encoding/block.ts'
import { storedBytes } from '../../chain/encoding/storedBlock.ts'
import type { TipCache } from './tipCache.ts'

/** How many bytes of blocks are decoded at once: about a millisecond. */
const IMMEDIATE_BYTES = 32_768

/** How many blocks whose tips are cached, or not needed, are read at once: about a millisecond. */
const IMMEDIATE_BLOCKS = 128

/** Whether work on the tips of blocks is short enough to be done at once. */
export function isShort(blocks: readonly SealedBlock[], tips: TipCache | undefined): boolean {
  if (blocks.length > IMMEDIATE_BLOCKS) return false
  if (tips === undefined) return true
  let bytes = 0
  for (const block of blocks) {
    if (tips.has(block)) continue
    bytes += storedBytes(block)
    if (bytes > IMMEDIATE_BYTES) return false
  }
  return true
}
