import { encodeRlp } from '../../primitives/rlp.ts'

/**
 * The RLP of the three kinds of trie node (Yellow Paper, appendix D). Written out by hand because every block
 * encodes hundreds of them: a branch is by far the most frequent, and its length is known from its children.
 */

/** [path from `depth` to the end of the key, value] */
export function encodeLeaf(key: Uint8Array, depth: number, value: Uint8Array): Uint8Array {
  return encodeRlp([hexPrefix(key, depth, 2 * key.length, 2), value])
}

/** [path of `length` nibbles from `depth` on, child] */
export function encodeExtension(
  key: Uint8Array,
  depth: number,
  length: number,
  child: Uint8Array,
): Uint8Array {
  const path = encodeRlp(hexPrefix(key, depth, depth + length, 0))
  const size = path.length + referenceSize(child)
  const node = new Uint8Array(size + listHeaderSize(size))
  const at = writeListHeader(node, size)
  node.set(path, at)
  writeReference(node, at + path.length, child)
  return node
}

/** [16 children, no value] */
export function encodeBranch(children: readonly (Uint8Array | undefined)[]): Uint8Array {
  let size = 1
  for (const child of children) size += referenceSize(child)
  const node = new Uint8Array(size + listHeaderSize(size))
  let at = writeListHeader(node, size)
  for (const child of children) at = writeReference(node, at, child)
  node[at] = 0x80
  return node
}

/** Packs nibbles into bytes; the first says whether their number is odd (1) and whether a leaf ends here (2). */
function hexPrefix(key: Uint8Array, from: number, to: number, flag: number): Uint8Array {
  if ((from & 1) === 0 && (to & 1) === 0) {
    const packed = new Uint8Array(1 + (to - from) / 2)
    packed[0] = flag << 4
    packed.set(key.subarray(from >> 1, to >> 1), 1)
    return packed
  }
  const odd = (to - from) & 1
  const packed = new Uint8Array(1 + ((to - from - odd) >> 1))
  packed[0] = (flag + odd) << 4
  for (let at = from, slot = 2 - odd; at < to; at++, slot++) {
    const byte = key[at >> 1] as number
    const nibble = (at & 1) === 0 ? byte >> 4 : byte & 15
    packed[slot >> 1] = (packed[slot >> 1] as number) | ((slot & 1) === 0 ? nibble << 4 : nibble)
  }
  return packed
}

/** A hash is a string of 32 bytes, an absent child an empty string, and a short node stands as it is. */
function referenceSize(reference: Uint8Array | undefined): number {
  if (reference === undefined) return 1
  return reference.length === 32 ? 33 : reference.length
}

function writeReference(node: Uint8Array, at: number, reference: Uint8Array | undefined): number {
  if (reference === undefined) {
    node[at] = 0x80
    return at + 1
  }
  const start = reference.length === 32 ? at + 1 : at
  if (start > at) node[at] = 0xa0
  node.set(reference, start)
  return start + reference.length
}

function listHeaderSize(size: number): number {
  if (size < 56) return 1
  return size < 256 ? 2 : 3
}

function writeListHeader(node: Uint8Array, size: number): number {
  const length = listHeaderSize(size)
  if (length === 1) {
    node[0] = 0xc0 + size
  } else if (length === 2) {
    node[0] = 0xf8
    node[1] = size
  } else {
    node[0] = 0xf9
    node[1] = size >> 8
    node[2] = size & 255
  }
  return length
}
