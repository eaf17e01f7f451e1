import type { Meter } from '../../chain/execution/meter.ts'

/** How much work a call may do in the main thread: see "How calls are run" in docs/architecture.md. */
export interface WorkLimits {
  /** Steps of code; precompiled contracts count as steps, too. */
  readonly steps: number
  /** Gas of steps, which bounds memory and what is copied and hashed. */
  readonly gas: number
  /** In milliseconds, for what costs more time than gas. */
  readonly milliseconds: number
}

/** Ends a call that does more work than it may. */
export class WorkExceededError extends Error {}

/** The clock is read once in this many steps, because reading it takes as long as a step. */
const CLOCK_INTERVAL = 32

/** The steps that a precompiled contract counts as, by its number; undefined: more than a call may do here. */
const precompiles: ReadonlyMap<number, (bytes: number) => number> = new Map([
  // ecrecover
  [1, () => 2000],
  // SHA-256, RIPEMD-160
  [2, (bytes: number) => 20 + bytes / 8],
  [3, (bytes: number) => 20 + bytes / 8],
  // identity
  [4, (bytes: number) => 5 + bytes / 128],
])

/** How many steps a precompiled contract counts as. */
export function precompileSteps(address: string, input: Uint8Array): number {
  return precompiles.get(Number(`0x${address}`))?.(input.length) ?? Number.POSITIVE_INFINITY
}

/** Counts the work of one call. */
export class WorkBudget implements Meter {
  readonly #now: () => number
  readonly #milliseconds: number
  /** known from the first step on: before it, the EVM may be created */
  #endsAt: number | undefined
  #steps: number
  #gas: number
  #untilClock = 1
  #isExceeded = false

  /** @param now in milliseconds; for tests */
  constructor(limits: WorkLimits, now: () => number = () => performance.now()) {
    this.#now = now
    this.#steps = limits.steps
    this.#gas = limits.gas
    this.#milliseconds = limits.milliseconds
  }

  /** Whether the call has done more than it may, so that its outcome means nothing. */
  get isExceeded(): boolean {
    return this.#isExceeded
  }

  step(gas: bigint): void {
    this.#gas -= Number(gas)
    if (--this.#steps < 0 || this.#gas < 0) this.#exceed()
    if (--this.#untilClock > 0) return
    this.#untilClock = CLOCK_INTERVAL
    this.#checkClock()
  }

  precompile(address: string, input: Uint8Array): void {
    this.#steps -= precompileSteps(address, input)
    if (this.#steps < 0) this.#exceed()
    this.#checkClock()
  }

  #checkClock(): void {
    const now = this.#now()
    this.#endsAt ??= now + this.#milliseconds
    if (now > this.#endsAt) this.#exceed()
  }

  #exceed(): never {
    this.#isExceeded = true
    throw new WorkExceededError('the call does more work than one may in the main thread')
  }
}
