import type { Hex } from '../primitives/hex.ts'
import { EndpointMoveError } from './moveError.ts'

/** Names a transaction by its hash, or by its number among those that were sent to the endpoint, from 1. */
export type SentName = Hex | number

/** How many transactions may be held at once. */
const HELD_MAX = 10_000

/** The transactions that no block includes although they are valid. They may be named before they are sent. */
export class HeldTransactions {
  readonly #names = new Set<SentName>()

  has(hash: Hex): boolean {
    return this.#names.has(hash)
  }

  /** @throws {EndpointMoveError} INVALID_ARGUMENT if too many are held */
  add(name: SentName): void {
    if (this.#names.size >= HELD_MAX && !this.#names.has(name)) {
      throw new EndpointMoveError('INVALID_ARGUMENT', `${HELD_MAX} transactions are held already`)
    }
    this.#names.add(name)
  }

  delete(name: SentName): boolean {
    return this.#names.delete(name)
  }

  /** Names a transaction by its hash, once it is sent. @returns undoes it */
  sent(number: number, hash: Hex): () => void {
    if (!this.#names.delete(number)) return () => {}
    const wasNamed = this.#names.has(hash)
    this.#names.add(hash)
    return () => {
      if (!wasNamed) this.#names.delete(hash)
      this.#names.add(number)
    }
  }
}
