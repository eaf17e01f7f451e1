import type { Hex } from '../primitives/hex.ts'
import { type NumberedTransaction, NumberedTransactions } from './numberedTransactions.ts'

/**
 * The transactions that have left a pool and may return to it. No limit makes it forget one, because a replay of the journal
 * would not. Those that a restored snapshot has undone are kept for snapshots that were taken after they were sent.
 */
export class LeftTransactions {
  /** that a block has included or another has replaced */
  readonly #known = new NumberedTransactions()
  /** that no longer exist for clients */
  readonly #undone = new NumberedTransactions()
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
    if (this.#known.get(transaction.hash) !== undefined) return
    this.#delete(this.#undone, transaction.hash)
    this.#add(this.#known, transaction)
  }

  /** Keeps one that is undone. */
  keepUndone(transaction: NumberedTransaction): void {
    this.forget(transaction.hash)
    this.#add(this.#undone, transaction)
  }

  /** @returns makes a transaction again what it is here now */
  keeperOf(hash: Hex): () => void {
    const [known, undone] = [this.get(hash), this.getUndone(hash)]
    return () => {
      this.forget(hash)
      if (known !== undefined) this.keep(known)
      if (undone !== undefined) this.keepUndone(undone)
    }
  }

  forgetUndone(hash: Hex): void {
    this.#delete(this.#undone, hash)
  }

  /** @returns whether it was kept and not undone */
  forget(hash: Hex): boolean {
    this.#delete(this.#undone, hash)
    return this.#delete(this.#known, hash)
  }

  /** Forgets the undone ones after the first `count` that were sent. @returns their hashes */
  forgetUndoneAfter(count: number): readonly Hex[] {
    const forgotten = this.#undone.after(count)
    for (const hash of forgotten) this.forgetUndone(hash)
    return forgotten
  }

  /** The hashes of those after the first `count` that were sent which are not undone, the newest first. */
  since(count: number): readonly Hex[] {
    return this.#known.after(count)
  }

  #add(list: NumberedTransactions, transaction: NumberedTransaction): void {
    list.add(transaction)
    this.#bytes += transaction.bytes
  }

  #delete(list: NumberedTransactions, hash: Hex): boolean {
    const deleted = list.delete(hash)
    this.#bytes -= deleted?.bytes ?? 0
    return deleted !== undefined
  }
}
