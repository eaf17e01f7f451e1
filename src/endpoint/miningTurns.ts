import type { Timers } from '../primitives/timers.ts'
import { allUnusedFor } from './activity/clientActivity.ts'

/** In milliseconds: after this long the next block may begin, because a block whose code runs in a thread may take long. */
const TURN_MS_MAX = 50

/** In milliseconds: if no client has used the process for so long, timers need not rest. */
const QUIET_MS = 1000

/** What reads the time in milliseconds, and starts timers: those of Node, or what a test moves. */
export interface TurnClock extends Pick<Timers, 'setTimeout'> {
  now(): number
  /** For how many milliseconds no client has used the process. */
  unusedFor(): number
}

/** Node's own, also while a test in the same process replaces timers. */
const { setTimeout, performance } = globalThis
const nodeClock: TurnClock = { setTimeout, now: () => performance.now(), unusedFor: allUnusedFor }

/**
 * Lets the timers of all endpoints mine in turns, first come, first served. After each turn they rest for as long as it
 * took, so that clients have at least half of the main thread, however many endpoints mine by timer. Every second turn
 * belongs to the endpoints that the owner of the server has named, if one of them waits: they do not wait for hundreds of
 * endpoints that clients have made.
 */
export class MiningTurns {
  readonly #clock: TurnClock
  readonly #waiting: (() => void)[] = []
  readonly #ofClients: (() => void)[] = []
  #wasOfClients = false
  #isBusy = false

  constructor(clock = nodeClock) {
    this.#clock = clock
  }

  /**
   * Runs work in its turn: at once if no other work runs and the rest is over.
   *
   * @param work must not reject
   * @param isOfClients whether it is for an endpoint that a client has made
   */
  async take(work: () => Promise<void>, isOfClients = false): Promise<void> {
    const waiting = isOfClients ? this.#ofClients : this.#waiting
    if (this.#isBusy) await new Promise<void>((resolve) => waiting.push(resolve))
    this.#isBusy = true
    this.#wasOfClients = isOfClients
    const began = this.#clock.now()
    let isOver = false
    const rest = () => {
      if (isOver) return
      isOver = true
      const took = this.#clock.now() - began
      this.#after(this.#clock.unusedFor() < QUIET_MS ? Math.min(took, TURN_MS_MAX) : 0, this.#next)
    }
    this.#after(TURN_MS_MAX, rest)
    await work()
    rest()
  }

  readonly #next = (): void => {
    this.#isBusy = false
    const [first, second] = this.#wasOfClients
      ? [this.#waiting, this.#ofClients]
      : [this.#ofClients, this.#waiting]
    const begin = first.shift() ?? second.shift()
    begin?.()
  }

  #after(milliseconds: number, act: () => void): void {
    this.#clock.setTimeout(act, milliseconds).unref()
  }
}

/** Of all endpoints of this process. */
export const miningTurns = new MiningTurns()
