import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { NO_UNCLES_HASH } from '../protocol/uncles.ts'
import type { SealedBlock } from './block.ts'
import { headerItems } from './decode/headerOf.ts'

/** The hashes of the uncles that a block includes. */
export function uncleHashes(block: SealedBlock): readonly Hex[] {
  const [, sha3Uncles] = headerItems(block)
  if (toHex(sha3Uncles as Uint8Array) === NO_UNCLES_HASH) return []
  const [, , uncles] = readRlp(block.rlp) as [unknown, unknown, Uint8Array[][]]
  return uncles.map((items) => toHex(keccak256(encodeRlp(items))))
}
