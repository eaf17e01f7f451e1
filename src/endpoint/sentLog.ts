import type { SentTransaction } from '../pool/sentTransaction.ts'
import type { Hex } from '../primitives/hex.ts'

/** How many hashes are kept for filters that are polled later. */
const HASHES_MAX = 8192

type Listener = (transaction: SentTransaction) => void

/** The transactions that have entered the pool of an endpoint, in order. */
export class SentLog {
  #hashes: Hex[] = []
  /** how many are not kept any more */
  #dropped = 0
  readonly #listeners = new Set<Listener>()

  /** How many there were. */
  get count(): number {
    return this.#dropped + this.#hashes.length
  }

  /**
   * The hashes of those after the first `count`, as far as they are kept.
   *
   * @param count a former value of `count`
   */
  since(count: number): readonly Hex[] {
    return this.#hashes.slice(Math.max(count - this.#dropped, 0))
  }

  /** The hash of one by its number, from 1; undefined if it does not exist, or is not kept any more. */
  hashOf(number: number): Hex | undefined {
    return this.#hashes[number - 1 - this.#dropped]
  }

  /** Whether a transaction is one of those that are kept. */
  has(hash: Hex): boolean {
    return this.#hashes.includes(hash)
  }

  add(transaction: SentTransaction): void {
    this.#hashes.push(transaction.hash)
    if (this.#hashes.length >= 2 * HASHES_MAX) {
      this.#hashes = this.#hashes.slice(HASHES_MAX)
      this.#dropped += HASHES_MAX
    }
    for (const listener of [...this.#listeners]) listener(transaction)
  }

  /**
   * Calls a function with each transaction that is added from now on. It must not throw.
   *
   * @returns unsubscribes it
   */
  onAdded(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}
