import type { ByteText } from './byteText.ts'
import { ChangedTrie, type ValuesBelow } from './changedTrie.ts'
import type { Node, Trie } from './trie.ts'

/** An entry of a trie, and where its leaf is. */
export interface PlacedEntry<Value> {
  readonly value: Value
  /** of the leaf, in nibbles */
  readonly depth: number
}

/** Called with each key whose value differs between two tries; undefined where a trie does not have the key. */
export type DifferenceVisitor<Value> = (
  key: ByteText,
  before: PlacedEntry<Value> | undefined,
  after: Value | undefined,
) => void

/**
 * Finds the entries in which two tries differ. It skips nodes that both share, so for the states before and after a block
 * it takes time for what the block has changed. Values are compared by identity.
 *
 * @param after of the same origin
 */
export function visitDifferences<Value>(
  before: Trie<Value>,
  after: Trie<Value>,
  visit: DifferenceVisitor<Value>,
): void {
  if (!(after instanceof ChangedTrie)) {
    compareNodes(before.top, after.top, 0, visit)
    return
  }
  const { removed, get } = withBelow(after.below)
  compareNodes(before.top, after.top, 0, (key, old, value) => {
    const kept = old ?? get(key)
    const now = value ?? get(key)?.value
    visit(key, kept?.value === removed ? undefined : kept, now === removed ? undefined : now)
  })
}

/** What changes are made upon that a trie does not have itself. Its leaves would be as deep as possible. */
function withBelow<Value>(below: ValuesBelow<Value>): {
  readonly removed: Value
  get(key: ByteText): PlacedEntry<Value> | undefined
} {
  const get = (key: ByteText): PlacedEntry<Value> | undefined => {
    const value = below.get(key)
    return value === undefined ? undefined : { value, depth: LEAF_DEPTH_MAX }
  }
  return { removed: below.removed, get }
}

const LEAF_DEPTH_MAX = 64

function compareNodes<Value>(
  one: Node<Value> | undefined,
  other: Node<Value> | undefined,
  depth: number,
  visit: DifferenceVisitor<Value>,
): void {
  if (one === other) return
  const before = known(one)
  const after = known(other)
  if (before === after) return
  if (before?.kind === 'branch' && after?.kind === 'branch') {
    for (let nibble = 0; nibble < 16; nibble++) {
      compareNodes(before.children[nibble], after.children[nibble], depth + 1, visit)
    }
    return
  }
  // Below a node that has moved, which is rare and never near the root of a large trie.
  const entries = new Map<ByteText, PlacedEntry<Value>>()
  visitLeaves(before, depth, (key, value, at) => entries.set(key, { value, depth: at }))
  visitLeaves(after, depth, (key, value) => {
    const found = entries.get(key)
    entries.delete(key)
    if (found?.value !== value) visit(key, found, value)
  })
  for (const [key, entry] of entries) visit(key, entry, undefined)
}

function visitLeaves<Value>(
  node: Node<Value> | undefined,
  depth: number,
  visit: (key: ByteText, value: Value, depth: number) => void,
): void {
  switch (node?.kind) {
    case 'leaf':
      visit(node.key, node.value, depth)
      break
    case 'extension':
      visitLeaves(node.child, depth + node.length, visit)
      break
    case 'branch':
      for (const child of node.children) visitLeaves(child, depth + 1, visit)
      break
    case 'hidden':
      // What nobody has read, nobody has changed: the other trie hides it, too.
      if (node.known !== undefined) visitLeaves(node.known, depth, visit)
  }
}

/** The node that a hidden one hides, if it was read. */
function known<Value>(node: Node<Value> | undefined): Node<Value> | undefined {
  return node?.kind === 'hidden' ? (node.known ?? node) : node
}

/**
 * How many nodes a trie has that another one does not share.
 *
 * @param inValue counts the nodes in a value, given the value of the other trie with the same key
 */
export function countOwnNodes<Value>(
  base: Node<Value> | undefined,
  node: Node<Value> | undefined,
  inValue: (base: Value | undefined, value: Value) => number = () => 0,
): number {
  if (node === undefined || node === base) return 0
  if (base?.kind === 'hidden') return countOwnNodes(base.known, known(node), inValue)
  switch (node.kind) {
    case 'leaf':
      return 1 + inValue(base?.kind === 'leaf' ? base.value : undefined, node.value)
    case 'extension':
      return (
        1 + countOwnNodes(base?.kind === 'extension' ? base.child : undefined, node.child, inValue)
      )
    case 'branch': {
      const below = base?.kind === 'branch' ? base.children : []
      let count = 1
      for (const [nibble, child] of node.children.entries()) {
        count += countOwnNodes(below[nibble], child, inValue)
      }
      return count
    }
    case 'hidden':
      return node.known === undefined ? 0 : countOwnNodes(known(base), node.known, inValue)
  }
}
