import { type NestedUint8Array, RLP } from '@ethereumjs/rlp'
import { encodeRlp } from '../../primitives/rlp.ts'
import { type ByteText, fromByteText, toByteText } from './byteText.ts'
import type { Branch, Hidden, KnownNode, Node, NodeSource } from './trie.ts'

/** What a node needs that is not in its bytes. */
export interface NodePlace<Value> {
  /** any key that begins with the path to the node */
  readonly key: ByteText
  /** in nibbles */
  readonly depth: number
  /** of the nodes below it */
  readonly source: NodeSource<Value>
  /** @param key of the leaf */
  decode(value: Uint8Array, key: ByteText): Value
}

/**
 * Reads a node of a trie (Yellow Paper, appendix D). The nodes below it stay hidden.
 *
 * @param encoded RLP that has the hash of the node
 * @throws if it is no node: then nobody can have made a trie with it
 */
export function decodeNode<Value>(encoded: Uint8Array, place: NodePlace<Value>): KnownNode<Value> {
  return fromItems(RLP.decode(encoded) as NestedUint8Array, place)
}

/** A node of which the hash is known. */
export function hiddenNode<Value>(
  hash: Uint8Array,
  { key, source }: Pick<NodePlace<Value>, 'key' | 'source'>,
): Hidden<Value> {
  return { kind: 'hidden', key, source, known: undefined, reference: referenceTo(hash) }
}

/** The reference to a node with a hash. */
export function referenceTo(hash: Uint8Array): ByteText {
  return toByteText(encodeRlp(hash))
}

function fromItems<Value>(items: NestedUint8Array, place: NodePlace<Value>): KnownNode<Value> {
  if (items.length === 17) return branchOf(items, place)
  const [path, below] = items as [Uint8Array, NestedUint8Array[number]]
  const flag = (path[0] as number) >> 4
  const nibbles = nibblesOf(path).slice(flag & 1 ? 1 : 2)
  const key = withNibbles(place.key, place.depth, nibbles)
  if (flag >= 2) {
    const value = place.decode(below as Uint8Array, key)
    return { kind: 'leaf', key, value, reference: undefined }
  }
  const depth = place.depth + nibbles.length
  const child = childOf(below, { ...place, key, depth }) as Branch<Value> | Hidden<Value>
  return { kind: 'extension', key, length: nibbles.length, child, reference: undefined }
}

function branchOf<Value>(items: NestedUint8Array, place: NodePlace<Value>): Branch<Value> {
  const { depth } = place
  const children = items.slice(0, 16).map((item, nibble) => {
    if (item instanceof Uint8Array && item.length === 0) return undefined
    const key = withNibbles(place.key, depth, [nibble])
    return childOf(item, { ...place, key, depth: depth + 1 })
  })
  return { kind: 'branch', children, reference: undefined }
}

/** Nodes that are shorter than a hash are part of their parents. */
function childOf<Value>(item: NestedUint8Array[number], place: NodePlace<Value>): Node<Value> {
  return item instanceof Uint8Array ? hiddenNode(item, place) : fromItems(item, place)
}

function nibblesOf(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15])
}

/** A key with other nibbles from `depth` on. */
function withNibbles(key: ByteText, depth: number, nibbles: readonly number[]): ByteText {
  const bytes = fromByteText(key)
  for (const [index, nibble] of nibbles.entries()) {
    const at = depth + index
    const byte = bytes[at >> 1] as number
    bytes[at >> 1] = (at & 1) === 0 ? (nibble << 4) | (byte & 15) : (byte & 0xf0) | nibble
  }
  return toByteText(bytes)
}
