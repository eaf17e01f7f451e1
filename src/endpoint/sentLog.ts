import type { SentTransaction } from '../pool/sentTransaction.ts'
import type { Hex } from '../primitives/hex.ts'

/** How many hashes are kept for filters that are polled later. */
const HASHES_MAX = 8192

/** Is called when a transaction is added. What it returns is called once that can no longer be refused. */
type Listener = (transaction: SentTransaction) => (() => void) | undefined

/** The transactions that have entered the pool of an endpoint, in order. */
export class SentLog {
  /** undefined where one was withdrawn */
  #hashes: (Hex | undefined)[] = []
  /** how many are not kept any more */
  #dropped = 0
  #withdrawn = 0
  readonly #listeners = new Set<Listener>()
  /** what listeners have returned for the newest one, while it may be refused */
  #unaccepted: (readonly [Listener, (() => void) | undefined])[] = []

  /** How many there were, without those that were withdrawn. */
  get count(): number {
    return this.end - this.#withdrawn
  }

  /** The position after the newest one, for `since`. It only grows. */
  get end(): number {
    return this.#dropped + this.#hashes.length
  }

  /**
   * The hashes of those from a position on, as far as they are kept; undefined for each that was withdrawn.
   *
   * @param position a former value of `end`
   */
  since(position: number): readonly (Hex | undefined)[] {
    return this.#hashes.slice(Math.max(position - this.#dropped, 0))
  }

  /** The hash of one by its number, from 1; undefined if it does not exist, or is not kept any more. */
  hashOf(number: number): Hex | undefined {
    const kept = this.#hashes.filter((hash) => hash !== undefined)
    return kept[number - 1 - (this.count - kept.length)]
  }

  /** Whether a transaction is one of those that are kept. */
  has(hash: Hex): boolean {
    return this.#hashes.includes(hash)
  }

  /** Adds one that may still be refused: `accept` or `withdraw` follows. */
  add(transaction: SentTransaction): void {
    this.accept()
    this.#hashes.push(transaction.hash)
    if (this.#hashes.length >= 2 * HASHES_MAX) {
      this.#hashes = this.#hashes.slice(HASHES_MAX)
      this.#dropped += HASHES_MAX
    }
    this.#unaccepted = Array.from(this.#listeners, (each) => [each, each(transaction)] as const)
  }

  /** The newest one can no longer be refused. */
  accept(): void {
    const accepted = this.#unaccepted
    this.#unaccepted = []
    for (const [listener, notify] of accepted) if (this.#listeners.has(listener)) notify?.()
  }

  /** Takes back the newest one: it was refused after all. */
  withdraw(): void {
    this.#hashes[this.#hashes.length - 1] = undefined
    this.#withdrawn++
    this.#unaccepted = []
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
