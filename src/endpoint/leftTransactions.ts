import type { SentTransaction } from '../pool/sentTransaction.ts'
import type { Hex } from '../primitives/hex.ts'

/** A transaction of an endpoint. */
export interface NumberedTransaction extends SentTransaction {
  /** how many had entered the pool when it first did, itself included */
  readonly number: number
}

/**
 * The transactions that have left a pool and may return to it. Those that a restored snapshot has undone are kept only for
 * snapshots that were taken after they were sent, and are the first to be forgotten.
 */
export class LeftTransactions {
  readonly #bytesMax: number
  /** that a block has included or another has replaced, oldest first */
  readonly #known = new Map<Hex, NumberedTransaction>()
  /** that no longer exist for clients, oldest first */
  readonly #undone = new Map<Hex, NumberedTransaction>()
  #bytes = 0

  /** @param bytesMax how many bytes they may take; the oldest ones are forgotten beyond that */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

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

  /** Forgets the oldest that take so many bytes together, undone ones first. */
  forgetOldest(bytes: number): void {
    this.#shrink(this.#bytes - bytes)
  }

  #add(list: Map<Hex, NumberedTransaction>, transaction: NumberedTransaction): void {
    list.set(transaction.hash, transaction)
    this.#bytes += transaction.bytes
    this.#shrink(this.#bytesMax)
  }

  #shrink(bytesMax: number): void {
    for (const each of [this.#undone, this.#known]) {
      for (const oldest of each.keys()) {
        if (this.#bytes <= bytesMax) return
        this.#delete(each, oldest)
      }
    }
  }

  #delete(list: Map<Hex, NumberedTransaction>, hash: Hex): boolean {
    this.#bytes -= list.get(hash)?.bytes ?? 0
    return list.delete(hash)
  }
}
