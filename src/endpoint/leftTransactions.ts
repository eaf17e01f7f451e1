import type { SentTransaction } from '../pool/sentTransaction.ts'
import type { Hex } from '../primitives/hex.ts'

/** A transaction of an endpoint. */
export interface NumberedTransaction extends SentTransaction {
  /** how many had entered the pool when it first did, itself included */
  readonly number: number
}

/**
 * The transactions that have left a pool and may return to it. No limit makes it forget one, because a replay of the journal
 * would not. Those that a restored snapshot has undone are kept for snapshots that were taken after they were sent.
 */
export class LeftTransactions {
  /** that a block has included or another has replaced */
  readonly #known = new Map<Hex, NumberedTransaction>()
  /** that no longer exist for clients */
  readonly #undone = new Map<Hex, NumberedTransaction>()
  #bytes = 0

  get isEmpty(): boolean {
    return this.#known.size + this.#undone.size === 0
  }

  get bytes(): number {
    return this.#bytes
  }

  /** One that is not undone. */
  get(hash: Hex): NumberedTransaction | undefined {
    return this.#known.get(hash)
  }

  getUndone(hash: Hex): NumberedTransaction | undefined {
    return this.#undone.get(hash)
  }

  /** Keeps one that is not undone, or is not any more. */
  keep(transaction: NumberedTransaction): void {
    if (this.#known.has(transaction.hash)) return
    this.#delete(this.#undone, transaction.hash)
    this.#add(this.#known, transaction)
  }

  /** Keeps one that is undone. */
  keepUndone(transaction: NumberedTransaction): void {
    this.forget(transaction.hash)
    this.#add(this.#undone, transaction)
  }

  forgetUndone(hash: Hex): void {
    this.#delete(this.#undone, hash)
  }

  /** @returns whether it was kept and not undone */
  forget(hash: Hex): boolean {
    this.#delete(this.#undone, hash)
    return this.#delete(this.#known, hash)
  }

  /** Forgets the undone ones after the first `count` that were sent. */
  forgetUndoneAfter(count: number): void {
    for (const { hash, number } of this.#undone.values()) {
      if (number > count) this.forgetUndone(hash)
    }
  }

  /** The hashes of those after the first `count` that were sent which are not undone. */
  since(count: number): readonly Hex[] {
    return [...this.#known.values()].flatMap(({ hash, number }) => (number > count ? hash : []))
  }

  #add(list: Map<Hex, NumberedTransaction>, transaction: NumberedTransaction): void {
    list.set(transaction.hash, transaction)
    this.#bytes += transaction.bytes
  }

  #delete(list: Map<Hex, NumberedTransaction>, hash: Hex): boolean {
    this.#bytes -= list.get(hash)?.bytes ?? 0
    return list.delete(hash)
  }
}
