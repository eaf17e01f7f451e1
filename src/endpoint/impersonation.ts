import type { Hex } from '../primitives/hex.ts'

/** The most accounts of an endpoint that are impersonated by name. */
const ACCOUNTS_MAX = 10_000

/** The accounts from which clients may send transactions that nobody has signed. */
export class Impersonation {
  /** Whether they may send from all accounts. */
  includesAll = false
  readonly #accounts = new Set<Hex>()

  /** Those that were named, in lower case. */
  get accounts(): readonly Hex[] {
    return [...this.#accounts]
  }

  /**
   * Adds an account.
   *
   * @param address in lower case
   * @returns false if there are too many
   */
  add(address: Hex): boolean {
    if (this.#accounts.size >= ACCOUNTS_MAX && !this.#accounts.has(address)) return false
    this.#accounts.add(address)
    return true
  }

  /**
   * Removes an account.
   *
   * @returns whether it was impersonated
   */
  remove(address: Hex): boolean {
    return this.#accounts.delete(address)
  }

  /** @param address in lower case */
  includes(address: Hex): boolean {
    return this.includesAll || this.#accounts.has(address)
  }
}
