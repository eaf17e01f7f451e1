import { callServerError } from '../../chain/calls/callError.ts'
import type { Meter } from '../../chain/execution/meter.ts'

/** The clock is read at every step with this number, because reading it takes as long as a step. */
const CLOCK_INTERVAL = 128

/** Ends a trace that takes longer than the client allows for one transaction, with geth's error. */
export class Deadline implements Meter {
  readonly #meter: Meter
  readonly #milliseconds: number
  readonly #now: () => number
  #endsAt = Number.POSITIVE_INFINITY
  #untilClock = 1

  /**
   * @param meter gets all reports, too
   * @param now in milliseconds; for tests
   */
  constructor(meter: Meter, milliseconds: number, now: () => number = () => performance.now()) {
    this.#meter = meter
    this.#milliseconds = milliseconds
    this.#now = now
  }

  /** A transaction begins. */
  start(): void {
    this.#endsAt = this.#now() + this.#milliseconds
    this.#untilClock = 1
  }

  /** @throws {CallError} */
  step(gas: bigint): void {
    this.#meter.step(gas)
    if (--this.#untilClock > 0) return
    this.#untilClock = CLOCK_INTERVAL
    this.#check()
  }

  /** @throws {CallError} */
  precompile(address: string, input: Uint8Array): void {
    this.#meter.precompile(address, input)
    this.#check()
  }

  #check(): void {
    if (this.#now() >= this.#endsAt) throw callServerError('execution timeout')
  }
}
