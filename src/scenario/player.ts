import { messageOf } from '../primitives/errors.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { ScenarioControl, ScenarioStatus } from '../rpc/control/scenarioControl.ts'
import { type AnsweredCall, Gate } from '../rpc/gate.ts'
import { CallCount } from './callCount.ts'
import type { ClientRestart } from './restartClient.ts'
import type { ScenarioEndpoints } from './scenarioEndpoints.ts'
import { ScenarioError } from './scenarioError.ts'
import type { PlayableStep } from './step.ts'
import type { CallCondition } from './waitFor.ts'

export interface PlayerOptions {
  readonly steps: readonly PlayableStep[]
  /** whether steps run only when `next` or `finish` is called, whatever calls arrive */
  readonly byHand: boolean
  /** the file of the steps, for error messages */
  readonly file: string | undefined
  /** through which all calls pass, each of which is then given to `count`; by default its own */
  readonly gate?: Gate | undefined
  /** Restarts the client; by default that is left to whoever runs it. */
  onRestart?(how: ClientRestart): Promise<void>
  /** Called after each step, waits included, with the number of steps played. */
  onStep?(step: PlayableStep, played: number): void
}

/**
 * Plays steps in order, each between two calls of clients and never during one. It waits for calls, not for time. Both
 * together make every run the same.
 */
export class Player implements ScenarioControl {
  /** All calls pass through it. */
  readonly gate: Gate
  /** Resolves when all steps are played; rejects if one fails, or if the scenario is closed first. */
  readonly finished: Promise<void>
  readonly #options: PlayerOptions
  #endpoints: ScenarioEndpoints | undefined
  #played = 0
  #wait: CallCount | undefined
  #isRestarting = false
  #failure: ScenarioError | undefined
  #succeed: () => void = () => {}
  #fail: (error: ScenarioError) => void = () => {}

  constructor(options: PlayerOptions) {
    this.#options = options
    this.gate = options.gate ?? new Gate((call) => this.count(call))
    this.finished = new Promise((resolve, reject) => {
      this.#succeed = resolve
      this.#fail = reject
    })
    // Not every caller waits for it: a rejection must not count as unhandled.
    this.finished.catch(() => {})
  }

  /** How many steps were played, waits included. */
  get played(): number {
    return this.#played
  }

  get isFinished(): boolean {
    return this.#played === this.#options.steps.length
  }

  status(): ScenarioStatus {
    return {
      steps: this.#options.steps.length,
      played: this.#played,
      waitingFor: this.#wait?.status ?? null,
      isFinished: this.isFinished,
      failure: this.#failure?.message ?? null,
    }
  }

  /** Begins to play: all steps before the first `waitFor`, or none if they are played by hand. */
  begin(endpoints: ScenarioEndpoints): Promise<void> {
    this.#endpoints = endpoints
    return this.gate.alone(() => this.#playToWait())
  }

  /**
   * @param played only if so many steps were played until then
   * @see Playing.next
   */
  next(played?: number): Promise<PlayableStep | undefined> {
    return this.gate.alone(async () => {
      const step = this.#options.steps[this.#played]
      const isOther = played !== undefined && played !== this.#played
      if (step === undefined || isOther || this.#isRestarting) return undefined
      await this.#play(step)
      await this.#playToWait()
      return step
    })
  }

  /** @see Playing.finish */
  finish(): Promise<void> {
    return this.gate.alone(async () => {
      for (const step of this.#options.steps.slice(this.#played)) {
        await this.#play(step)
        await yieldToEventLoop()
      }
      await this.#playToWait()
    })
  }

  /** Plays no more steps. */
  close(): void {
    if (this.isFinished || this.#failure !== undefined) return
    const missing = this.#wait?.status.calls
    const calls = missing === 1 ? 'one more call' : `${missing} more calls`
    const when = missing === undefined ? 'before it was played' : `while it waited for ${calls}`
    this.#wait = undefined
    const { file, steps } = this.#options
    const where = { file, path: `steps[${this.#played}].${steps[this.#played]?.name}` }
    this.#stop(new ScenarioError('SCENARIO_CLOSED', where, `closed ${when}`))
  }

  /** Called for each call that was answered. */
  count(call: AnsweredCall): void {
    this.#wait?.add(call)
    if (this.#wait?.isComplete !== true) return
    this.#wait = undefined
    this.#countStep()
    // No call runs from here on. `finished` reports a failure.
    this.gate.alone(() => this.#playToWait()).catch(() => {})
  }

  /** Plays the steps before the next `waitFor`. */
  async #playToWait(): Promise<void> {
    const { steps, byHand } = this.#options
    const mayPlay = !byHand && this.#wait === undefined && !this.#isRestarting
    for (const step of mayPlay ? steps.slice(this.#played) : []) {
      if (step.name === 'waitFor') {
        this.#wait = this.#waitFor(step.what, step.endpoint)
        break
      }
      if (step.name === 'restartClient' && this.#options.onRestart !== undefined) {
        this.#restart(this.#options.onRestart(step.what))
        break
      }
      await this.#play(step)
      // Steps that build no block never leave the microtask queue, and a stop signal would not be handled.
      await yieldToEventLoop()
    }
    if (this.isFinished) this.#succeed()
  }

  /** Plays one step, which ends the current wait. */
  async #play(step: PlayableStep): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    this.#wait = undefined
    if (step.name !== 'waitFor' && step.name !== 'restartClient') {
      try {
        await this.#endpoints?.perform(step)
      } catch (error) {
        const { file } = this.#options
        const where = { file, path: `steps[${this.#played}].${step.name}` }
        throw this.#stop(
          new ScenarioError('STEP_FAILED', where, messageOf(error), { cause: error }),
        )
      }
    }
    this.#countStep()
  }

  #countStep(): void {
    const { steps, onStep } = this.#options
    const step = steps[this.#played++] as PlayableStep
    onStep?.(step, this.#played)
  }

  /** @returns the first failure, which is why no more steps are played */
  #stop(failure: ScenarioError): ScenarioError {
    this.#failure ??= failure
    this.#fail(this.#failure)
    return this.#failure
  }

  #waitFor(condition: CallCondition, key: string): CallCount {
    const served = this.#endpoints?.endpoint(key)
    return new CallCount(condition, served?.key ?? key, served?.head.number ?? 0)
  }

  /** Goes on when the client was restarted; until then its calls are answered. */
  #restart(restarted: Promise<void>): void {
    this.#isRestarting = true
    restarted
      .then(() => {
        this.#isRestarting = false
        this.#countStep()
        return this.gate.alone(() => this.#playToWait())
      })
      .catch((error: unknown) => {
        const where = { file: this.#options.file, path: `steps[${this.#played}].restartClient` }
        this.#stop(new ScenarioError('STEP_FAILED', where, messageOf(error), { cause: error }))
      })
  }
}
