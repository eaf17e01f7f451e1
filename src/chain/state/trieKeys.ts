import { fromHex, type Hex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type ByteText, toByteText } from './byteText.ts'
import { RecentValues } from './recentValues.ts'

/** Together they take about 2 MB. */
const texts = new RecentValues<Hex, ByteText>(5000)

/** About 1 MB: bytes take more memory than text. */
const hashes = new RecentValues<string, Uint8Array>(2000)

/**
 * The key of an account or a slot in its trie: the Keccak hash of its address or number. Keys that were used recently are
 * cached, because clients read the same accounts again and again, and hashing takes longer than finding the account.
 *
 * @param name DATA: an address (20 bytes) or the number of a slot (32 bytes)
 */
export function trieKeyOf(name: Hex): ByteText {
  return texts.get(name, () => toByteText(keccak256(fromHex(name))))
}

/**
 * The same as bytes, which nobody may change.
 *
 * @param name the bytes in hex without prefix
 */
export function hashedKeyOf(bytes: Uint8Array, name: string): Uint8Array {
  return hashes.get(name, () => keccak256(bytes))
}
