import { AsyncLocalStorage } from 'node:async_hooks'
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { ByteText } from './byteText.ts'
import { referenceTo } from './decodeNode.ts'

/** RLP of nodes, by the reference to each in its parent. */
type Nodes = Pick<Map<ByteText, Uint8Array>, 'get' | 'set'>

/** What is lost for a change that is made again. */
interface Scope {
  /** hashes of the nodes that were lost when it was made */
  readonly before: ReadonlySet<Hex>
  /** why each of the others is lost, by hash */
  readonly since: Map<Hex, string>
  isOpen: boolean
}

/**
 * The nodes of a network's tries that nobody can read. One stays lost, whatever is read later: roots of blocks follow from
 * that, and must be the same when a journal is replayed.
 */
export class LostNodes {
  readonly #nodes: Nodes
  readonly #keep: ((hash: Hex) => void) | undefined
  readonly #hashes = new Set<Hex>()
  readonly #references = new Set<ByteText>()
  readonly #found = new Set<ByteText>()
  readonly #scopes = new AsyncLocalStorage<Scope>()
  /** how many changes are made again */
  #replaying = 0

  /**
   * @param nodes those that are known, by reference
   * @param keep is called with the hash of each node that is lost now, or because a journal says so
   */
  constructor(nodes: Nodes, keep?: (hash: Hex) => void) {
    this.#nodes = nodes
    this.#keep = keep
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

  /** Makes a node known that a journal has as found. @returns the reference to it */
  restoreFound(node: Uint8Array): ByteText {
    const reference = referenceTo(keccak256(node))
    this.#nodes.set(reference, node)
    return reference
  }

  /** Hashes, in the order in which they were lost. */
  get hashes(): readonly Hex[] {
    return [...this.#hashes]
  }

  /** @param reference to the node in its parent */
  has(reference: ByteText): boolean {
    const scope = this.#scope
    if (scope === undefined) return this.#references.has(reference)
    const hash = hashIn(reference)
    return scope.before.has(hash) || scope.since.has(hash)
  }

  /** Notes a node that an earlier run has lost. @param hash of the node */
  add(hash: Hex): void {
    if (this.#hashes.has(hash)) return
    this.#hashes.add(hash)
    this.#references.add(referenceTo(fromHex(hash)))
  }

  /** Notes a node that could not be read now. @param hash of the node */
  lose(hash: Hex, reason: string): void {
    this.add(hash)
    this.#keep?.(hash)
    this.#scope?.since.set(hash, reason)
  }

  /** Notes a node that a journal has as lost. @param hash of the node */
  restoreLost(hash: Hex): void {
    this.add(hash)
    this.#keep?.(hash)
  }

  /**
   * Makes a change again. What was not lost when it was made is not lost now, although another endpoint, or another process,
   * may have lost it.
   *
   * @param lost hashes of the nodes that were lost then
   * @returns the reasons why further nodes were lost
   */
  async replaying(lost: ReadonlySet<Hex>, make: () => unknown): Promise<readonly string[]> {
    const scope: Scope = { before: lost, since: new Map(), isOpen: true }
    this.#replaying++
    try {
      await this.#scopes.run(scope, make)
    } finally {
      // Timers that the change has started keep the scope.
      scope.isOpen = false
      this.#replaying--
      // While an AsyncLocalStorage is in use, Node 20 and 22 handle every promise of the process more slowly.
      if (this.#replaying === 0) this.#scopes.disable()
    }
    return [...scope.since.values()]
  }

  get #scope(): Scope | undefined {
    if (this.#replaying === 0) return undefined
    const scope = this.#scopes.getStore()
    return scope?.isOpen ? scope : undefined
  }
}

/** The hash of a node, of which the reference has that alone. */
export function hashIn(reference: ByteText): Hex {
  return toHex(Buffer.from(reference.slice(1), 'latin1'))
}
