import { keccak256 } from '../../primitives/keccak.ts'
import { type ByteText, fromByteText, toByteText } from './byteText.ts'
import { PartlyUnknownError } from './partlyUnknownError.ts'
import { encodeBranch, encodeExtension, encodeLeaf, isHash, readHash, referTo } from './trieNode.ts'

/**
 * An immutable Merkle Patricia trie (Yellow Paper, appendix D): `set` and `delete` return a new trie, which shares all
 * unchanged nodes with the old one.
 *
 * So the state of a block is one reference, a side branch can start from any of them at no cost, and the garbage
 * collector frees states that nothing refers to. Hashes are computed when a root is requested, and cached in the nodes:
 * a node that a block writes twice is hashed once.
 *
 * No key may be a prefix of another, so that branches have no values. This is true for keys of equal length (hashes)
 * and for the RLP of list indexes.
 */
export class Trie<Value> {
  readonly #top: Node<Value> | undefined
  readonly #encode: (value: Value) => Uint8Array

  protected constructor(top: Node<Value> | undefined, encode: (value: Value) => Uint8Array) {
    this.#top = top
    this.#encode = encode
  }

  /** @param encode encodes a value for hashing */
  static empty<Value>(encode: (value: Value) => Uint8Array): Trie<Value> {
    return new Trie<Value>(undefined, encode)
  }

  /** The root node. Tries share nodes, so storing several tries by node stores each node once. */
  get top(): Node<Value> | undefined {
    return this.#top
  }

  /** What is only partly known and this trie goes on from; undefined for one that is known. */
  get origin(): object | undefined {
    return undefined
  }

  /** A trie of the same kind with a root node from `top`. */
  withTop(top: Node<Value> | undefined): Trie<Value> {
    return new Trie(top, this.#encode)
  }

  /**
   * @param name what the key is the hash of, in hex: only a trie of which a part is unknown needs it
   * @throws {Miss} if the trie does not know yet
   */
  get(key: Uint8Array, name?: string): Value | undefined {
    return this.getText(toByteText(key), name)
  }

  /** As `get`. */
  getText(key: ByteText, _name?: string): Value | undefined {
    let node = this.#top
    let depth = 0
    while (node !== undefined) {
      switch (node.kind) {
        case 'leaf':
          return node.key === key ? node.value : undefined
        case 'extension':
          if (sharedNibbles(node.key, key, depth) < node.length) return undefined
          depth += node.length
          node = node.child
          break
        case 'branch':
          node = node.children[nibbleAt(key, depth)]
          depth += 1
          break
        case 'hidden':
          node = reveal(node, depth, key)
      }
    }
    return undefined
  }

  set(key: Uint8Array, value: Value): Trie<Value> {
    return this.setText(toByteText(key), value)
  }

  setText(key: ByteText, value: Value): Trie<Value> {
    return this.withTop(insert(this.#top, key, 0, value))
  }

  delete(key: Uint8Array): Trie<Value> {
    return this.deleteText(toByteText(key))
  }

  deleteText(key: ByteText): Trie<Value> {
    const top = remove(this.#top, key, 0)
    return top === this.#top ? this : this.withTop(top)
  }

  /**
   * As `delete`, and tells which nodes it reads beside the path to the key: when a branch has one child left, that child
   * takes its place. Only nodes that have been hashed are told, and none that is part of its parent.
   *
   * @param need is called with the RLP of each such node
   * @throws {PartlyUnknownError} if nobody could read one
   */
  deleteReading(key: Uint8Array, need: (encodedNode: Uint8Array) => void): Trie<Value> {
    const see: SeeMoved<Value> = (node, depth) => {
      if (node === undefined) throw new PartlyUnknownError('the trie node beside a deleted value')
      const isHashed = node.reference !== undefined && isHash(node.reference)
      if (isHashed) need(this.#encodeNode(node, depth))
    }
    return this.withTop(remove(this.#top, toByteText(key), 0, see))
  }

  /**
   * The entry at the end of a path that begins with these bytes; undefined if the trie has none there.
   *
   * @param start of a key that the trie has, with all nibbles up to its leaf
   */
  entryAt(start: ByteText): readonly [key: ByteText, value: Value] | undefined {
    let node = this.#top
    let depth = 0
    while (node !== undefined && node.kind !== 'leaf') {
      if (node.kind === 'hidden') {
        node = reveal(node, depth, start)
      } else if (node.kind === 'extension') {
        depth += node.length
        node = node.child
      } else if (depth < 2 * start.length) {
        node = node.children[nibbleAt(start, depth)]
        depth += 1
      } else return undefined
    }
    return node && [node.key, node.value]
  }

  /**
   * All entries, sorted by key.
   *
   * @param start the first key, or the beginning of one
   */
  *entries(start: ByteText = ''): Generator<readonly [key: ByteText, value: Value]> {
    if (this.#top !== undefined) yield* entriesBelow(this.#top, 0, start)
  }

  /** The root hash, 32 bytes. */
  root(): Uint8Array {
    if (this.#top === undefined) return EMPTY_ROOT
    const reference = this.#reference(this.#top, 0)
    return readHash(reference) ?? keccak256(fromByteText(reference))
  }

  /** The root hash, 32 bytes; undefined where it only names values, and is that of no other node. */
  knownRoot(): Uint8Array | undefined {
    return this.root()
  }

  /**
   * Returns a function that makes the Merkle proof for a key: the RLP of all nodes on its path, root first, that their
   * parents refer to by hash. For a key that the trie does not have, the last one shows that. Shorter nodes are part of
   * their parents. An empty trie has no nodes.
   *
   * @param write converts the RLP of a node, once even if several proofs have it
   */
  prover<Written>(write: (encodedNode: Uint8Array) => Written): (key: Uint8Array) => Written[] {
    const written = new Map<KnownNode<Value>, Written | undefined>()
    return (key) => {
      const proof: Written[] = []
      for (const [node, depth] of this.#path(toByteText(key))) {
        if (!written.has(node)) {
          const encoded = this.#encodeNode(node, depth)
          const isInParent = encoded.length < 32 && depth > 0
          written.set(node, isInParent ? undefined : write(encoded))
        }
        const item = written.get(node)
        if (item !== undefined) proof.push(item)
      }
      return proof
    }
  }

  /** The nodes that lead to a key, or to where it is missing, with their depths. */
  *#path(key: ByteText): Generator<readonly [node: KnownNode<Value>, depth: number]> {
    let node = this.#top
    let depth = 0
    while (node !== undefined) {
      if (node.kind === 'hidden') node = reveal(node, depth, key)
      yield [node, depth]
      if (node.kind === 'leaf') return
      if (node.kind === 'branch') {
        node = node.children[nibbleAt(key, depth)]
        depth += 1
      } else if (sharedNibbles(node.key, key, depth) >= node.length) {
        depth += node.length
        node = node.child
      } else return
    }
  }

  /**
   * Hashes the trie step by step, so that a caller can do something else after each node. Afterwards `root` takes no
   * time.
   *
   * @param prepare is iterated before a value is encoded
   */
  *hash(prepare: (value: Value) => Iterable<void> = () => []): Generator<void> {
    if (this.#top !== undefined) yield* this.#hash(this.#top, 0, prepare)
  }

  *#hash(
    node: Node<Value>,
    depth: number,
    prepare: (value: Value) => Iterable<void>,
  ): Generator<void> {
    if (node.reference !== undefined) return
    switch (node.kind) {
      case 'leaf':
        yield* prepare(node.value)
        break
      case 'extension':
        yield* this.#hash(node.child, depth + node.length, prepare)
        break
      case 'branch':
        for (const child of node.children) {
          if (child !== undefined) yield* this.#hash(child, depth + 1, prepare)
        }
    }
    this.#reference(node, depth)
    yield
  }

  /** The reference to a node in its parent. */
  #reference(node: Node<Value>, depth: number): ByteText {
    if (node.kind !== 'hidden') node.reference ??= referTo(this.#encodeNode(node, depth))
    return node.reference as ByteText
  }

  #encodeNode(node: KnownNode<Value>, depth: number): Uint8Array {
    switch (node.kind) {
      case 'leaf':
        return encodeLeaf(node.key, depth, this.#encode(node.value))
      case 'extension':
        return encodeExtension(
          node.key,
          depth,
          node.length,
          this.#reference(node.child, depth + node.length),
        )
      case 'branch':
        return encodeBranch(
          node.children.map((child) => child && this.#reference(child, depth + 1)),
        )
    }
  }
}

/** The root of an empty trie: keccak of the RLP of no bytes. */
const EMPTY_ROOT = keccak256(Uint8Array.of(0x80))

/**
 * Nodes store whole keys instead of copied parts of paths: the depth of a node, in nibbles, says where its part begins.
 * `reference` depends on that depth, so a node that moves to another depth is created again.
 */
export type Node<Value> = KnownNode<Value> | Hidden<Value>

export type KnownNode<Value> = Leaf<Value> | Extension<Value> | Branch<Value>

/** A node of which only the hash is known until somebody reads it: a part of the state of another network. */
export interface Hidden<Value> {
  readonly kind: 'hidden'
  /** any key that begins with the path to the node */
  readonly key: ByteText
  readonly source: NodeSource<Value>
  /** the node, once it was read */
  known: KnownNode<Value> | undefined
  readonly reference: ByteText
}

/** Where hidden nodes come from. */
export interface NodeSource<Value> {
  /**
   * The node on the path to a key.
   *
   * @param depth of the node, in nibbles
   * @throws {Miss} if it was not read yet
   */
  read(hidden: Hidden<Value>, depth: number, key: ByteText): KnownNode<Value>
  /**
   * The last child of a branch. No proof of what was deleted has shown it.
   *
   * @returns undefined if there is no way to know it
   * @throws {Miss} if it was not read yet
   */
  readLast(hidden: Hidden<Value>, depth: number): KnownNode<Value> | undefined
}

function reveal<Value>(node: Hidden<Value>, depth: number, key: ByteText): KnownNode<Value> {
  return node.known ?? revealAs(node, node.source.read(node, depth, key))
}

function revealLast<Value>(node: Node<Value>, depth: number): KnownNode<Value> | undefined {
  if (node.kind !== 'hidden') return node
  const last = node.source.readLast(node, depth)
  return last && revealAs(node, last)
}

/** Notes which node a hidden one is. They have the same reference, so it need not be hashed. */
function revealAs<Value>(node: Hidden<Value>, known: KnownNode<Value>): KnownNode<Value> {
  known.reference ??= node.reference
  node.known = known
  return known
}

interface Leaf<Value> {
  readonly kind: 'leaf'
  readonly key: ByteText
  readonly value: Value
  reference: ByteText | undefined
}

/** A part of the path that all keys below share; `key` is any one of these keys. */
interface Extension<Value> {
  readonly kind: 'extension'
  readonly key: ByteText
  /** in nibbles */
  readonly length: number
  /** hidden, too, only if it hides a branch */
  readonly child: Branch<Value> | Hidden<Value>
  reference: ByteText | undefined
}

export interface Branch<Value> {
  readonly kind: 'branch'
  /** 16, by the next nibble */
  readonly children: readonly (Node<Value> | undefined)[]
  reference: ByteText | undefined
}

/** @param start empty, or the beginning of the first key: all nibbles before `depth` are those of the path to the node */
function* entriesBelow<Value>(
  node: Node<Value>,
  depth: number,
  start: ByteText,
): Generator<readonly [key: ByteText, value: Value]> {
  switch (node.kind) {
    case 'leaf':
      if (node.key >= start) yield [node.key, node.value]
      break
    case 'extension': {
      const end = depth + node.length
      const shared = sharedNibbles(node.key, start, depth)
      const isOnPath = shared >= node.length || depth + shared >= 2 * start.length
      if (isOnPath) yield* entriesBelow(node.child, end, end < 2 * start.length ? start : '')
      else if (node.key > start) yield* entriesBelow(node.child, end, '')
      break
    }
    case 'branch': {
      const first = depth < 2 * start.length ? nibbleAt(start, depth) : 0
      for (let nibble = first; nibble < node.children.length; nibble++) {
        const child = node.children[nibble]
        if (child === undefined) continue
        yield* entriesBelow(child, depth + 1, nibble === first ? start : '')
      }
      break
    }
    case 'hidden':
      throw new PartlyUnknownError()
  }
}

function leaf<Value>(key: ByteText, value: Value): Leaf<Value> {
  return { kind: 'leaf', key, value, reference: undefined }
}

function branch<Value>(children: readonly (Node<Value> | undefined)[]): Branch<Value> {
  return { kind: 'branch', children, reference: undefined }
}

/** Puts an extension above a branch, unless its length is 0. */
function extend<Value>(
  key: ByteText,
  length: number,
  child: Branch<Value> | Hidden<Value>,
): Node<Value> {
  return length === 0 ? child : { kind: 'extension', key, length, child, reference: undefined }
}

function insert<Value>(
  node: Node<Value> | undefined,
  key: ByteText,
  depth: number,
  value: Value,
): Node<Value> {
  if (node === undefined) return leaf(key, value)
  if (node.kind === 'branch') return insertBelow(node, key, depth, value)
  if (node.kind === 'hidden') return insert(reveal(node, depth, key), key, depth, value)
  const shared = sharedNibbles(node.key, key, depth)
  if (node.kind === 'leaf') {
    if (shared === 2 * key.length - depth) return leaf(key, value)
    return extend(
      key,
      shared,
      fork(depth + shared, node.key, leaf(node.key, node.value), key, value),
    )
  }
  if (shared >= node.length) {
    const below = depth + node.length
    return extend(key, node.length, insertBelow(node.child, key, below, value))
  }
  // The new key diverges within the extension: the rest of it goes below the fork, without the fork's nibble.
  const rest = extend(node.key, node.length - shared - 1, node.child)
  return extend(key, shared, fork(depth + shared, node.key, rest, key, value))
}

function insertBelow<Value>(
  node: Branch<Value> | Hidden<Value>,
  key: ByteText,
  depth: number,
  value: Value,
): Branch<Value> {
  if (node.kind === 'hidden') {
    return insertBelow(reveal(node, depth, key) as Branch<Value>, key, depth, value)
  }
  const at = nibbleAt(key, depth)
  const children = node.children.slice()
  children[at] = insert(children[at], key, depth + 1, value)
  return branch(children)
}

/** A branch at `depth` with an existing node and a new leaf. */
function fork<Value>(
  depth: number,
  existingKey: ByteText,
  existing: Node<Value>,
  key: ByteText,
  value: Value,
): Branch<Value> {
  const children = new Array<Node<Value> | undefined>(16).fill(undefined)
  children[nibbleAt(existingKey, depth)] = existing
  children[nibbleAt(key, depth)] = leaf(key, value)
  return branch(children)
}

/**
 * Sees the last child of a branch, with its depth before it takes the place of the branch; undefined if nobody could read
 * it.
 */
type SeeMoved<Value> = (node: KnownNode<Value> | undefined, depth: number) => void

/** Returns the same node if the key is not below it. */
function remove<Value>(
  node: Node<Value> | undefined,
  key: ByteText,
  depth: number,
  see?: SeeMoved<Value>,
): Node<Value> | undefined {
  if (node === undefined) return undefined
  switch (node.kind) {
    case 'leaf':
      return sharedNibbles(node.key, key, depth) === 2 * key.length - depth ? undefined : node
    case 'extension': {
      if (sharedNibbles(node.key, key, depth) < node.length) return node
      const child = remove(node.child, key, depth + node.length, see)
      if (child === node.child) return node
      return child === undefined ? undefined : lengthen(node.key, node.length, child)
    }
    case 'branch': {
      const at = nibbleAt(key, depth)
      const child = remove(node.children[at], key, depth + 1, see)
      if (child === node.children[at]) return node
      const children = node.children.slice()
      children[at] = child
      return collapse(children, depth, see)
    }
    case 'hidden': {
      const known = reveal(node, depth, key)
      const left = remove(known, key, depth, see)
      return left === known ? node : left
    }
  }
}

/**
 * Replaces a branch by its child if it has only one left, and by nothing if it has none left. A branch has a single child only
 * where nobody could read that one.
 */
function collapse<Value>(
  children: readonly (Node<Value> | undefined)[],
  depth: number,
  see: SeeMoved<Value> | undefined,
): Node<Value> | undefined {
  const left = children.filter((child) => child !== undefined)
  const only = left[0]
  if (only === undefined) return undefined
  if (left.length > 1) return branch(children)
  const known = revealLast(only, depth + 1)
  see?.(known, depth + 1)
  // The hash of such a branch is that of no node: see `hasOpenBranch`.
  if (known === undefined) return branch(children)
  return lengthen(only.kind === 'branch' ? anyKeyBelow(only) : only.key, 1, known)
}

/** Moves a node up by `length` nibbles. */
function lengthen<Value>(key: ByteText, length: number, node: Node<Value>): Node<Value> {
  switch (node.kind) {
    case 'leaf':
      return leaf(node.key, node.value)
    case 'extension':
      return extend(node.key, length + node.length, node.child)
    case 'branch':
    case 'hidden':
      return extend(key, length, node)
  }
}

function anyKeyBelow<Value>(node: Branch<Value>): ByteText {
  const child = node.children.find((each) => each !== undefined) as Node<Value>
  return child.kind === 'branch' ? anyKeyBelow(child) : child.key
}

function nibbleAt(key: ByteText, at: number): number {
  const byte = key.charCodeAt(at >> 1)
  return (at & 1) === 0 ? byte >> 4 : byte & 15
}

/** How many nibbles two keys have in common from `depth` on. */
function sharedNibbles(left: ByteText, right: ByteText, depth: number): number {
  const end = 2 * Math.min(left.length, right.length)
  let at = depth
  while (at < end && nibbleAt(left, at) === nibbleAt(right, at)) at++
  return at - depth
}
