import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Hex } from '../primitives/hex.ts'

/** Identifies a block: by its height, and by its hash because several blocks may have that height. */
export interface BlockPosition {
  readonly number: number
  /** DATA, 32 bytes */
  readonly hash: Hex
}

export function positionOf({ number, hash }: SealedBlock): BlockPosition {
  return { number, hash }
}
