import type { MemoryShare } from '../chain/private/privateMemory.ts'
import type { Sidecar } from '../pool/decodeSidecar.ts'
import type { Hex } from '../primitives/hex.ts'

/**
 * The blobs of the transactions that were sent to an endpoint. A node keeps blobs for 18 days; these are kept while there is
 * memory, and the oldest go first.
 */
export class KeptSidecars {
  readonly #chain: { readonly memory: MemoryShare }
  readonly #byHash = new Map<Hex, Sidecar>()
  #isFreeable = false

  /** @param chain whose memory may become that of another */
  constructor(chain: { readonly memory: MemoryShare }) {
    this.#chain = chain
  }

  /** @param hash of the transaction */
  get(hash: Hex): Sidecar | undefined {
    return this.#byHash.get(hash)
  }

  keep(hash: Hex, sidecar: Sidecar): void {
    if (this.#byHash.has(hash)) return
    this.#byHash.set(hash, sidecar)
    this.#chain.memory.add(bytesOf(sidecar))
    if (this.#isFreeable) return
    this.#isFreeable = true
    this.#chain.memory.onShortage((isShort) => this.#free(isShort), 'spare')
  }

  /** @returns makes those of these transactions again what they are now */
  keeperOf(transactions: readonly { readonly hash: Hex }[]): () => void {
    const kept = transactions.map(({ hash }) => [hash, this.#byHash.get(hash)] as const)
    return () => {
      for (const [hash, sidecar] of kept) {
        if (sidecar === undefined) this.forget(hash)
        else this.keep(hash, sidecar)
      }
    }
  }

  forget(hash: Hex): void {
    const sidecar = this.#byHash.get(hash)
    if (sidecar === undefined) return
    this.#byHash.delete(hash)
    this.#chain.memory.add(-bytesOf(sidecar))
  }

  clear(): void {
    for (const hash of [...this.#byHash.keys()]) this.forget(hash)
  }

  #free(isShort: () => boolean): boolean {
    for (const hash of this.#byHash.keys()) {
      if (!isShort()) break
      this.forget(hash)
    }
    this.#isFreeable = this.#byHash.size > 0
    return this.#isFreeable
  }
}

function bytesOf({ blobs, commitments, proofs }: Sidecar): number {
  return [...blobs, ...commitments, ...proofs].reduce((sum, { length }) => sum + length, 0)
}
