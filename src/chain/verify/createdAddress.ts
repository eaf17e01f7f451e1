import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'

/** The address of the contract that a transaction creates (Yellow Paper 7). */
export function createdAddress(sender: Hex, nonce: bigint): Hex {
  return toHex(keccak256(RLP.encode([sender, nonce])).subarray(12))
}
