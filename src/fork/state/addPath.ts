import { type ByteText, toByteText } from '../../chain/state/byteText.ts'
import { decodeNode, hiddenNode, referenceTo } from '../../chain/state/decodeNode.ts'
import { PartialTrie } from '../../chain/state/partialTrie.ts'
import { Preimages } from '../../chain/state/preimages.ts'
import type { KnownNodes } from '../../chain/state/provenState.ts'
import type { Hidden, KnownNode, NodeSource } from '../../chain/state/trie.ts'
import { keccak256 } from '../../primitives/keccak.ts'

/** A proof lacks a node, or has one that is not of the path. */
export class WrongProofError extends Error {
  /** of the node that is missing, from 0 at the root */
  readonly depth: number

  constructor(problem: string, depth: number) {
    super(problem)
    this.depth = depth
  }
}

/**
 * Checks a Merkle proof, and adds the nodes of its path to the known ones.
 *
 * @param root 32 bytes
 * @param key 32 bytes: the hash of the address or slot
 * @param proof RLP of nodes; those that are known already may be missing
 * @returns the value at the end of the path, as the leaf has it; undefined if the proof shows that there is none
 * @throws {WrongProofError}
 */
export function addPath(
  root: Uint8Array,
  key: Uint8Array,
  proof: readonly Uint8Array[],
  nodes: KnownNodes['nodes'],
): Uint8Array | undefined {
  const path = new Path(proof, nodes)
  const top = hiddenNode(root, { key: NO_KEY, source: path })
  const trie = PartialTrie.of({
    top,
    encode: (value: Uint8Array) => value,
    isSame: (one, other) => one === other,
    names: new Preimages(),
  })
  const value = trie.get(key)
  for (const [reference, node] of path.added) nodes.set(reference, node)
  return value
}

const NO_KEY: ByteText = '\0'.repeat(32)

class Path implements NodeSource<Uint8Array> {
  /** the nodes of the path that were not known */
  readonly added = new Map<ByteText, Uint8Array>()
  readonly #proof: ReadonlyMap<ByteText, Uint8Array>
  readonly #nodes: KnownNodes['nodes']

  constructor(proof: readonly Uint8Array[], nodes: KnownNodes['nodes']) {
    this.#proof = new Map(proof.map((node) => [referenceTo(keccak256(node)), node]))
    this.#nodes = nodes
  }

  read({ reference, key }: Hidden<Uint8Array>, depth: number): KnownNode<Uint8Array> {
    const known = this.#nodes.get(reference)
    const node = known ?? this.#proof.get(reference)
    if (node === undefined) {
      const hash = Buffer.from(reference.slice(1), 'latin1').toString('hex')
      throw new WrongProofError(`the proof has no node 0x${hash} at depth ${depth}`, depth)
    }
    // Known nodes may be views of a large file, which a second map would keep in memory.
    if (known === undefined) this.added.set(reference, node)
    return decodeNode(node, { key, depth, source: this, decode: (value) => value })
  }

  readLast(): undefined {
    return undefined
  }
}

/** A key that begins with the nibbles of another one. */
export function beginsWith(key: Uint8Array, start: ByteText, nibbles: number): boolean {
  const text = toByteText(key)
  const bytes = nibbles >> 1
  if (text.slice(0, bytes) !== start.slice(0, bytes)) return false
  return (nibbles & 1) === 0 || text.charCodeAt(bytes) >> 4 === start.charCodeAt(bytes) >> 4
}
