import { type ClientActivity, UNUSED_MS_MIN } from './activity/clientActivity.ts'
import { miningTurns } from './miningTurns.ts'

interface MiningTimerOptions {
  readonly activity: Pick<ClientActivity, 'unusedFor' | 'onNextUse'>
  /** whether a client has made the endpoint by using a key */
  readonly isOfClients: boolean
  /** whether it stops while no client uses the endpoint */
  readonly restsUnused: boolean
  /** Whether a block may be mined now. */
  mayMine(): boolean
  /** Mines a block. */
  mine(): Promise<unknown>
}

/**
 * Mines at an interval, in turns with the timers of other endpoints. It may stop when no client has used the endpoint for a
 * while; it continues one interval after the next use.
 */
export class MiningTimer {
  readonly #options: MiningTimerOptions
  /** in milliseconds */
  readonly #interval: number
  #timeout: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param seconds the interval */
  constructor(seconds: number, options: MiningTimerOptions) {
    this.#interval = seconds * 1000
    this.#options = options
    this.#wait(this.#interval)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timeout)
  }

  #wait(milliseconds: number): void {
    if (this.#isStopped) return
    this.#timeout = setTimeout(() => void this.#tick(), milliseconds).unref()
  }

  async #tick(): Promise<void> {
    const { activity, isOfClients, restsUnused } = this.#options
    if (restsUnused && activity.unusedFor >= UNUSED_MS_MIN) {
      activity.onNextUse(() => this.#wait(this.#interval))
      return
    }
    const began = performance.now()
    if (this.#options.mayMine()) await miningTurns.take(() => this.#mine(), isOfClients)
    this.#wait(Math.max(this.#interval - (performance.now() - began), 0))
  }

  async #mine(): Promise<void> {
    // The interval may have changed while this waited.
    if (this.#isStopped) return
    // The endpoint may be closed meanwhile, and nobody waits for the block.
    await this.#options.mine().catch(() => {})
  }
}
