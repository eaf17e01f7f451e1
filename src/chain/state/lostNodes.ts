import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { ByteText } from './byteText.ts'
import { referenceTo } from './decodeNode.ts'

/** RLP of nodes, by the reference to each in its parent. */
type Nodes = Pick<Map<ByteText, Uint8Array>, 'get' | 'set'>

/**
 * The nodes of a network's tries that nobody can read. One stays lost, whatever is read later: roots of blocks follow from
 * that, and must be the same when a journal is replayed.
 */
export class LostNodes {
  readonly #nodes: Nodes
  readonly #reasons = new Map<Hex, string>()
  readonly #references = new Set<ByteText>()
  readonly #found = new Set<ByteText>()

  /** @param nodes those that are known, by reference */
  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  /**
   * Nodes without which a removal of a neighbour would have had another root, in the order in which they were needed: a read
   * of a client may have found them by chance.
   */
  get found(): ReadonlySet<ByteText> {
    return this.#found
  }

  /** Notes that a known node was needed. */
  noteFound(reference: ByteText): void {
    this.#found.add(reference)
  }

  /** RLP of a node that was found. */
  nodeOf(reference: ByteText): Uint8Array | undefined {
    return this.#nodes.get(reference)
  }

  /** Makes a node known that was found before. @returns the reference to it */
  restore(node: Uint8Array): ByteText {
    const reference = referenceTo(keccak256(node))
    this.#nodes.set(reference, node)
    return reference
  }

  get size(): number {
    return this.#reasons.size
  }

  /** In the order in which they were lost. */
  get hashes(): readonly Hex[] {
    return [...this.#reasons.keys()]
  }

  /** Why each is lost, in the same order. */
  get reasons(): readonly string[] {
    return [...this.#reasons.values()]
  }

  /** @param reference to the node in its parent */
  has(reference: ByteText): boolean {
    return this.#references.has(reference)
  }

  /** @param hash of the node */
  add(hash: Hex, reason: string): void {
    if (this.#reasons.has(hash)) return
    this.#reasons.set(hash, reason)
    this.#references.add(referenceTo(fromHex(hash)))
  }
}

/** The hash of a node, of which the reference has that alone. */
export function hashIn(reference: ByteText): Hex {
  return toHex(Buffer.from(reference.slice(1), 'latin1'))
}
