import type { SentTransaction } from '../pool/sentTransaction.ts'
import type { Hex } from '../primitives/hex.ts'

/** A transaction of an endpoint. */
export interface NumberedTransaction extends Omit<SentTransaction, 'sidecar'> {
  /** how many had entered the pool when it first did, itself included */
  readonly number: number
}

/**
 * Numbers a transaction. `{ ...transaction, number }` would have a hidden class of its own in Node 20, which takes more
 * memory than the transaction.
 */
export function numbered(transaction: SentTransaction, number: number): NumberedTransaction {
  // Blobs are kept apart, because memory may run short of them.
  return Object.assign({}, transaction, { sidecar: undefined, number })
}

/** Transactions by hash and in the order of their numbers. A change is fast near the end of the order. */
export class NumberedTransactions {
  readonly #byHash = new Map<Hex, NumberedTransaction>()
  readonly #ordered: NumberedTransaction[] = []

  get size(): number {
    return this.#byHash.size
  }

  get(hash: Hex): NumberedTransaction | undefined {
    return this.#byHash.get(hash)
  }

  /** Adds one that it does not have. */
  add(transaction: NumberedTransaction): void {
    this.#byHash.set(transaction.hash, transaction)
    this.#ordered.splice(this.#indexAfter(transaction.number), 0, transaction)
  }

  /** @returns the one that was removed */
  delete(hash: Hex): NumberedTransaction | undefined {
    const transaction = this.#byHash.get(hash)
    if (transaction === undefined) return undefined
    this.#byHash.delete(hash)
    const last = this.#indexAfter(transaction.number) - 1
    this.#ordered.splice(this.#ordered.lastIndexOf(transaction, last), 1)
    return transaction
  }

  /** The hashes of those with a number above `number`, the newest first, so that they are fast to remove. */
  after(number: number): readonly Hex[] {
    return this.#ordered
      .slice(this.#indexAfter(number))
      .reverse()
      .map(({ hash }) => hash)
  }

  /** The index of the first with a number above `number`. */
  #indexAfter(number: number): number {
    let [low, high] = [0, this.#ordered.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ordered[middle] as NumberedTransaction).number > number) high = middle
      else low = middle + 1
    }
    return low
  }
}
