import { toMinimalBytes } from '../../primitives/hex.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { Trie } from '../state/trie.ts'

/** The root of the trie of a list, whose keys are the RLP of the indexes (Yellow Paper 4.3.2). */
export function listRoot(items: readonly Uint8Array[]): Uint8Array {
  let trie = Trie.empty((item: Uint8Array) => item)
  for (const [index, item] of items.entries()) {
    trie = trie.set(encodeRlp(toMinimalBytes(index)), item)
  }
  return trie.root()
}
