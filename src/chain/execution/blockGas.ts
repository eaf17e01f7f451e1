import { GAS_LIMIT_CAP } from '../protocol/transactionGas.ts'

/** What a transaction uses of a block's gas. */
export interface UsedGas {
  /** in gas: what its receipt says */
  readonly gasUsed: bigint
  /** in gas, without refunds (EIP-7778); default: `gasUsed` */
  readonly executionGas?: bigint | undefined
  /** in gas: for new state (EIP-8037); default: 0 */
  readonly stateGas?: bigint | undefined
}

/** The gas of a block while its transactions run. From Amsterdam on its two sums are bounded separately (EIP-8037). */
export class BlockGas {
  readonly #limit: bigint
  readonly #isAmsterdam: boolean
  #cumulative = 0n
  #execution = 0n
  #state = 0n

  /** @param limit of the block, in gas */
  constructor(limit: bigint, isAmsterdam: boolean) {
    this.#limit = limit
    this.#isAmsterdam = isAmsterdam
  }

  /** In gas: the sum of all receipts. */
  get cumulative(): bigint {
    return this.#cumulative
  }

  /** In gas: what the header says. */
  get used(): bigint {
    return this.#state > this.#execution ? this.#state : this.#execution
  }

  /** In gas: the highest limit that a further transaction may have. */
  get left(): bigint {
    const execution = this.#limit - this.#execution
    if (!this.#isAmsterdam) return execution
    const state = this.#limit - this.#state
    return execution >= GAS_LIMIT_CAP || state < execution ? state : execution
  }

  /** In gas: the same for one that may spend all its gas on execution, as in simulations. */
  get leftUncapped(): bigint {
    const execution = this.#limit - this.#execution
    return execution < this.left ? execution : this.left
  }

  add({ gasUsed, executionGas = gasUsed, stateGas = 0n }: UsedGas): void {
    this.#cumulative += gasUsed
    this.#execution += executionGas
    this.#state += stateGas
  }
}
