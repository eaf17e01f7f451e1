import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { type ByteText, fromByteText, toByteText } from './byteText.ts'

// The RLP of the three kinds of trie node (Yellow Paper, appendix D). It is written by hand because every block encodes
// hundreds of nodes. Most are branches, and concatenating strings is a fast way to encode them.

/** [path from `depth` to the end of the key, value] */
export function encodeLeaf(key: ByteText, depth: number, value: Uint8Array): Uint8Array {
  return encodeRlp([hexPrefix(key, depth, 2 * key.length, 2), value])
}

/** [path of `length` nibbles from `depth` on, child] */
export function encodeExtension(
  key: ByteText,
  depth: number,
  length: number,
  child: ByteText,
): Uint8Array {
  const path = encodeRlp(hexPrefix(key, depth, depth + length, 0))
  return encodeList(toByteText(path) + child)
}

/** [16 children, no value] */
export function encodeBranch(children: readonly (ByteText | undefined)[]): Uint8Array {
  let payload = ''
  for (const child of children) payload += child ?? NO_BYTES
  return encodeList(payload + NO_BYTES)
}

/** The reference to a node in its parent, in RLP: its hash, or the node itself if that is shorter than a hash. */
export function referTo(encodedNode: Uint8Array): ByteText {
  if (encodedNode.length < 32) return toByteText(encodedNode)
  hashItem.set(keccak256(encodedNode), 1)
  return hashItem.toString('latin1')
}

/** The hash in a reference; undefined if the reference is the node itself. */
export function readHash(reference: ByteText): Uint8Array | undefined {
  return isHash(reference) ? fromByteText(reference.slice(1)) : undefined
}

/** Whether a reference is a hash, not the node itself. */
export function isHash(reference: ByteText): boolean {
  return reference.length === hashItem.length
}

/** RLP of a byte string of length 0. */
const NO_BYTES: ByteText = '\x80'

/** RLP of a hash, a byte string of length 32. Reused for each hash, to make one flat string of prefix and hash. */
const hashItem = Buffer.alloc(33, 0xa0)

/**
 * Packs nibbles into bytes. The first nibble says whether their number is odd (1) and whether the node is a leaf (2).
 */
function hexPrefix(key: ByteText, from: number, to: number, flag: number): Uint8Array {
  if ((from & 1) === 0 && (to & 1) === 0) {
    const packed = new Uint8Array(1 + (to - from) / 2)
    packed[0] = flag << 4
    for (let at = from >> 1, slot = 1; slot < packed.length; at++, slot++) {
      packed[slot] = key.charCodeAt(at)
    }
    return packed
  }
  const odd = (to - from) & 1
  const packed = new Uint8Array(1 + ((to - from - odd) >> 1))
  packed[0] = (flag + odd) << 4
  for (let at = from, slot = 2 - odd; at < to; at++, slot++) {
    const byte = key.charCodeAt(at >> 1)
    const nibble = (at & 1) === 0 ? byte >> 4 : byte & 15
    packed[slot >> 1] = (packed[slot >> 1] as number) | ((slot & 1) === 0 ? nibble << 4 : nibble)
  }
  return packed
}

/** @param payload less than 65,536 bytes */
function encodeList(payload: ByteText): Uint8Array {
  const { length } = payload
  let header = String.fromCharCode(0xf9, length >> 8, length & 255)
  if (length < 56) header = String.fromCharCode(0xc0 + length)
  else if (length < 256) header = String.fromCharCode(0xf8, length)
  return Buffer.from(header + payload, 'latin1')
}
