import type { Timers } from '../primitives/timers.ts'

/** In milliseconds: after this long the next block may begin, because a block whose code runs in a thread may take long. */
const TURN_MS_MAX = 50

/** What reads the time in milliseconds, and starts timers: those of Node, or what a test moves. */
export interface TurnClock extends Pick<Timers, 'setTimeout'> {
  now(): number
}

/** Those of Node, also while a test in the same process replaces timers. */
const { setTimeout, performance } = globalThis
const nodeClock: TurnClock = { setTimeout, now: () => performance.now() }

/**
 * Lets the timers of all endpoints mine in turns, first come, first served. After each turn they rest for as long as it
 * took, so that clients have at least half of the main thread, however many endpoints mine by timer.
 */
export class MiningTurns {
  readonly #clock: TurnClock
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  constructor(clock = nodeClock) {
    this.#clock = clock
  }

  /** Runs work, which must not reject, in its turn: at once if no other work runs and the rest is over. */
  async take(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    const began = this.#clock.now()
    let isOver = false
    const rest = () => {
      if (isOver) return
      isOver = true
      this.#after(Math.min(this.#clock.now() - began, TURN_MS_MAX), this.#next)
    }
    this.#after(TURN_MS_MAX, rest)
    await work()
    rest()
  }

  readonly #next = (): void => {
    this.#isBusy = false
    this.#waiting.shift()?.()
  }

  #after(milliseconds: number, act: () => void): void {
    this.#clock.setTimeout(act, milliseconds).unref()
  }
}

/** Of all endpoints of this process. */
export const miningTurns = new MiningTurns()
