import type { Meter } from '../../chain/execution/meter.ts'
import { precompileSteps, type WorkLimits } from './workBudget.ts'

/** How many steps run between checks for an abort: a millisecond's worth at most, except of precompiled contracts. */
const CHECK_INTERVAL = 256

/** Finds out whether a call that runs in a worker could have run in the main thread, and ends it when it is aborted. */
export class WorkRecord implements Meter {
  readonly #isAborted: () => boolean
  readonly #now: () => number
  readonly #milliseconds: number
  #steps: number
  #gas: number
  #untilCheck = CHECK_INTERVAL
  /** when the first step began: before, the EVM may be loaded */
  #began: number | undefined

  /** @param now in milliseconds; for tests */
  constructor(
    { steps, gas, milliseconds }: WorkLimits,
    isAborted: () => boolean,
    now = () => performance.now(),
  ) {
    this.#isAborted = isAborted
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
    if (--this.#untilCheck <= 0) this.#check()
  }

  precompile(address: string, input: Uint8Array): void {
    this.#began ??= this.#now()
    this.#steps -= precompileSteps(address, input)
    this.#check()
  }

  #check(): void {
    this.#untilCheck = CHECK_INTERVAL
    if (this.#isAborted()) throw new Error('the call was aborted')
  }
}
