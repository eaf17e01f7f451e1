import { type Hex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { requireHeadAt } from '../primitives/readRlp.ts'

/**
 * The hash of a block, from its RLP.
 *
 * @throws {RangeError} if it ends within the head of the block or of its header
 */
export function hashOfBlock(rlp: Uint8Array): Hex {
  const { start } = requireHeadAt(rlp, 0)
  return toHex(keccak256(rlp.subarray(start, requireHeadAt(rlp, start).end)))
}
