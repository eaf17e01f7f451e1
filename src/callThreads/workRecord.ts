import type { Meter } from '../chain/execution/meter.ts'
import { precompileSteps, type WorkLimits } from './workBudget.ts'

/** Finds out whether a call that runs in a worker could have run in the main thread. It ends none. */
export class WorkRecord implements Meter {
  readonly #now: () => number
  readonly #milliseconds: number
  #steps: number
  #gas: number
  /** when the first step began: before, the EVM may be loaded */
  #began: number | undefined

  /** @param now in milliseconds; for tests */
  constructor({ steps, gas, milliseconds }: WorkLimits, now = () => performance.now()) {
    this.#steps = steps
    this.#gas = gas
    this.#milliseconds = milliseconds
    this.#now = now
  }

  /** Whether the call so far has done no more than it may in the main thread. */
  get isShort(): boolean {
    if (this.#steps < 0 || this.#gas < 0) return false
    return this.#began === undefined || this.#now() - this.#began <= this.#milliseconds
  }

  step(gas: bigint): void {
    this.#began ??= this.#now()
    if (--this.#steps >= 0) this.#gas -= Number(gas)
  }

  precompile(address: string, input: Uint8Array): void {
    this.#began ??= this.#now()
    this.#steps -= precompileSteps(address, input)
  }
}
