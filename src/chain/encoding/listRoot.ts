import { keccak256 } from '../../primitives/keccak.ts'
import { EMPTY_STRING } from '../../primitives/rlp.ts'
import { RlpWriter } from '../../primitives/rlpWriter.ts'

/** In bytes: a shorter node is a part of its parent. */
const HASH_BYTES = 32

const [EXTENSION, LEAF] = [0, 2]

const out = new RlpWriter()

/**
 * The root of the trie of a list, whose keys are the RLP of the indexes (Yellow Paper 4.3.2). The keys are known, so
 * each node is written once, and none is kept.
 */
export function listRoot(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return keccak256(EMPTY_STRING)
  out.cut(0)
  writeNode(items, 0, items.length, 0)
  return keccak256(out.bytes.subarray(0, out.length))
}

/**
 * Writes the node with some items that share the path up to it.
 *
 * @param from the first of them, in the order of the keys
 * @param to after the last of them
 * @param depth of the node, in nibbles
 */
function writeNode(items: readonly Uint8Array[], from: number, to: number, depth: number): void {
  const list = out.open()
  const first = indexAt(from, items.length)
  if (to - from === 1) {
    writePath(first, depth, nibblesOf(first), LEAF)
    out.string(items[first] as Uint8Array)
  } else {
    const fork = firstDifference(first, indexAt(to - 1, items.length), depth)
    if (fork > depth) {
      writePath(first, depth, fork, EXTENSION)
      writeReference(items, from, to, fork)
    } else writeChildren(items, from, to, depth)
  }
  out.close(list)
}

/** Writes the 16 children of a branch, and that it has no value. */
function writeChildren(
  items: readonly Uint8Array[],
  from: number,
  to: number,
  depth: number,
): void {
  let next = from
  for (let nibble = 0; nibble < 16; nibble++) {
    const first = next
    while (next < to && nibbleAt(indexAt(next, items.length), depth) === nibble) next++
    if (next > first) writeReference(items, first, next, depth + 1)
    else out.encoded(EMPTY_STRING)
  }
  out.encoded(EMPTY_STRING)
}

/** Writes a node, and puts its hash in its place. */
function writeReference(
  items: readonly Uint8Array[],
  from: number,
  to: number,
  depth: number,
): void {
  const start = out.length
  writeNode(items, from, to, depth)
  if (out.length - start < HASH_BYTES) return
  const hash = keccak256(out.bytes.subarray(start, out.length))
  out.cut(start)
  out.string(hash)
}

/** The first nibble says whether their number is odd (1), and which kind of node it is. */
function writePath(index: number, from: number, to: number, kind: number): void {
  const odd = (to - from) & 1
  const path = new Uint8Array(1 + ((to - from) >> 1))
  path[0] = ((kind + odd) << 4) | (odd === 1 ? nibbleAt(index, from) : 0)
  for (let at = from + odd, slot = 1; at < to; at += 2, slot++) {
    path[slot] = (nibbleAt(index, at) << 4) | nibbleAt(index, at + 1)
  }
  out.string(path)
}

/**
 * The index whose key has a rank in the order of the keys. The RLP of 0 (0x80) follows that of 127, the last number that is
 * its own RLP.
 */
function indexAt(rank: number, count: number): number {
  const rankOfZero = Math.min(127, count - 1)
  if (rank > rankOfZero) return rank
  return rank === rankOfZero ? 0 : rank + 1
}

/** The RLP of an index, as a number. */
function keyOf(index: number): number {
  if (index === 0) return 0x80
  if (index < 0x80) return index
  if (index < 0x100) return 0x8100 + index
  return index < 0x10000 ? 0x820000 + index : 0x83000000 + index
}

/** How long the key of an index is. */
function nibblesOf(index: number): number {
  if (index < 0x80) return 2
  if (index < 0x100) return 4
  return index < 0x10000 ? 6 : 8
}

function nibbleAt(index: number, depth: number): number {
  return (keyOf(index) >>> (4 * (nibblesOf(index) - 1 - depth))) & 15
}

/** The depth from which on two keys differ. */
function firstDifference(one: number, other: number, from: number): number {
  let depth = from
  while (nibbleAt(one, depth) === nibbleAt(other, depth)) depth++
  return depth
}
