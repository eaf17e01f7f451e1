import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Hex } from '../primitives/hex.ts'

/** Which block it is: its height, and its hash, as there may be several of that height. */
export interface BlockPosition {
  readonly number: number
  /** DATA, 32 bytes */
  readonly hash: Hex
}

export function positionOf({ number, hash }: SealedBlock): BlockPosition {
  return { number, hash }
}
