import type { PooledTransaction } from './pooledTransaction.ts'

/** The transactions of one sender, in order of nonce. */
export class SenderQueue<T extends PooledTransaction> {
  /** sorted by nonce */
  #transactions: readonly T[] = []

  get all(): readonly T[] {
    return this.#transactions
  }

  get isEmpty(): boolean {
    return this.#transactions.length === 0
  }

  at(nonce: bigint): T | undefined {
    return this.#transactions.find((each) => each.nonce === nonce)
  }

  /** Adds a transaction, in the place of the one with the same nonce. */
  put(transaction: T): void {
    const others = this.#transactions.filter(({ nonce }) => nonce !== transaction.nonce)
    const index = others.findIndex(({ nonce }) => nonce > transaction.nonce)
    this.#transactions = others.toSpliced(index < 0 ? others.length : index, 0, transaction)
  }

  /** @returns those that were removed */
  removeIf(isWanted: (transaction: T) => boolean): readonly T[] {
    const removed = this.#transactions.filter(isWanted)
    if (removed.length > 0) {
      this.#transactions = this.#transactions.filter((each) => !removed.includes(each))
    }
    return removed
  }

  /**
   * Those that can be included now: without a gap from the account's nonce on.
   *
   * @param nonce of the account
   */
  pending(nonce: bigint): readonly T[] {
    const start = this.#transactions.findIndex((each) => each.nonce >= nonce)
    if (start < 0) return []
    const rest = this.#transactions.slice(start)
    const gap = rest.findIndex((each, index) => each.nonce !== nonce + BigInt(index))
    return gap < 0 ? rest : rest.slice(0, gap)
  }

  /** Those that wait for a transaction with a lower nonce. */
  queued(nonce: bigint): readonly T[] {
    const pending = this.pending(nonce)
    return this.#transactions.filter((each) => !pending.includes(each))
  }
}
