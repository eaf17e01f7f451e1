import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'

/**
 * The root of the trie of a list, whose keys are the RLP of the indexes (Yellow Paper 4.3.2), computed by the trie of
 * @ethereumjs.
 *
 * @returns DATA, 32 bytes
 */
export async function listRoot(items: readonly Uint8Array[]): Promise<Hex> {
  const trie = await createMPT({ useKeyHashingFunction: keccak256 })
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item)
  return toHex(trie.root())
}
