import { callServerError } from '../callError.ts'

/** What the calls of a simulation may still use together (geth, gasBudget). */
export class GasBudget {
  #remaining: bigint | undefined

  /** @param cap in gas; 0 for no limit */
  constructor(cap: bigint) {
    this.#remaining = cap === 0n ? undefined : cap
  }

  /** The gas that a call gets, at most what it requests. */
  limit(gas: bigint): bigint {
    return this.#remaining !== undefined && gas > this.#remaining ? this.#remaining : gas
  }

  /** @throws {CallError} if there is not as much left */
  consume(gas: bigint): void {
    if (this.#remaining === undefined) return
    if (gas > this.#remaining) {
      const problem = `RPC gas cap exhausted: need ${gas}, remaining ${this.#remaining}`
      throw callServerError(problem)
    }
    this.#remaining -= gas
  }
}
