import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'

/** A branch that another one replaces, which then includes some of its transactions again. */
export interface ReplacedBranch {
  /** its last block; undefined: nothing is replaced */
  readonly replaces?: SealedBlock | undefined
  /** those of its blocks that the tree may have freed since then */
  readonly removed?: ReadonlyMap<Hex, SealedBlock> | undefined
}
