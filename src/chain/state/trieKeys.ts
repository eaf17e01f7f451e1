import { fromHex, type Hex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type ByteText, toByteText } from './byteText.ts'

/** How many keys each of the two maps has at most: together they take about 2 MB. */
const KEYS_MAX = 5000

/** Keys that were used since the maps last changed places, and those that were used before. */
let recent = new Map<Hex, ByteText>()
let older: ReadonlyMap<Hex, ByteText> = new Map()

/**
 * The key of an account or a slot in its trie: the Keccak hash of its address or number. Keys that were used recently are
 * cached, because clients read the same accounts again and again, and hashing takes longer than finding the account.
 *
 * @param name DATA: an address (20 bytes) or the number of a slot (32 bytes)
 */
export function trieKeyOf(name: Hex): ByteText {
  const known = recent.get(name)
  if (known !== undefined) return known
  const key = older.get(name) ?? toByteText(keccak256(fromHex(name)))
  if (recent.size >= KEYS_MAX) {
    older = recent
    recent = new Map()
  }
  recent.set(name, key)
  return key
}
