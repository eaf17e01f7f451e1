import type { Hex } from '../../primitives/hex.ts'

/** The most uncles that a block may include (Yellow Paper, Berlin version, 11.1). */
export const UNCLES_MAX = 2

/** The most generations between an uncle and the block that includes it (Yellow Paper, Berlin version, 11.1). */
export const UNCLE_DEPTH_MAX = 6

/** What the header of a block without uncles has: Keccak of the RLP of an empty list. */
export const NO_UNCLES_HASH: Hex =
  '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
