import type { Hex } from '../../../src/primitives/hex.ts'

/** What a suite knows of its endpoint: a snapshot is a copy. */
export class SuiteModel {
  height: number
  /** in wei */
  readonly balances: Map<Hex, bigint>
  readonly nonces: Map<Hex, number>
  /** hashes of blocks by number, as far as the suite has read them */
  readonly hashes: Map<number, Hex>
  /** the block of each transaction that is on the main branch */
  readonly included: Map<Hex, number>
  /** how often each contract has counted */
  readonly counters: Map<Hex, number>

  constructor(height: number, of?: SuiteModel) {
    this.height = height
    this.balances = new Map(of?.balances)
    this.nonces = new Map(of?.nonces)
    this.hashes = new Map(of?.hashes)
    this.included = new Map(of?.included)
    this.counters = new Map(of?.counters)
  }

  copy(): SuiteModel {
    return new SuiteModel(this.height, this)
  }

  add(address: Hex, wei: bigint): void {
    this.balances.set(address, (this.balances.get(address) ?? 0n) + wei)
  }
}
