import { type Hex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { rlpExtent } from '../primitives/rlpItem.ts'

/**
 * The hash of a block, from its RLP.
 *
 * @throws {RlpError} if it is not a list that starts with a header
 */
export function hashOfBlock(rlp: Uint8Array): Hex {
  const { start } = rlpExtent(rlp, 0)
  return toHex(keccak256(rlp.subarray(start, rlpExtent(rlp, start).end)))
}
