import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import type { ByteText } from './byteText.ts'
import { referenceTo } from './decodeNode.ts'

/**
 * The nodes of a network's tries that nobody can read. One stays lost, whatever is read later: roots of blocks follow from
 * that, and must be the same when a journal is replayed.
 */
export class LostNodes {
  readonly #reasons = new Map<Hex, string>()
  readonly #references = new Set<ByteText>()

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
