import { messageOf } from '../primitives/errors.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { ScenarioControl, ScenarioStatus } from '../rpc/control/scenarioControl.ts'
import { type AnsweredCall, Gate } from '../rpc/gate.ts'
import { CallCount } from './callCount.ts'
import type { ScenarioEndpoints } from './scenarioEndpoints.ts'
import { ScenarioError } from './scenarioError.ts'
import type { PlayableStep } from './step.ts'

export interface PlayerOptions {
  readonly steps: readonly PlayableStep[]
  /** whether steps run only when `next` or `finish` is called, whatever calls arrive */
  readonly byHand: boolean
  /** the file of the steps, for error messages */
  readonly file: string | undefined
}

/**
 * Plays steps in order, each between two calls of clients and never during one. It waits for calls, not for time. Both
 * together make every run the same.
 */
export class Player implements ScenarioControl {
  /** All calls pass through it. */
  readonly gate = new Gate((call) => this.#count(call))
  /** Resolves when all steps are played; rejects if one fails, or if the scenario is closed first. */
  readonly finished: Promise<void>
  readonly #options: PlayerOptions
  #endpoints: ScenarioEndpoints | undefined
  #played = 0
  #wait: CallCount | undefined
  #failure: ScenarioError | undefined
  #succeed: () => void = () => {}
  #fail: (error: ScenarioError) => void = () => {}

  constructor(options: PlayerOptions) {
    this.#options = options
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

  /** @see Playing.next */
  next(): Promise<PlayableStep | undefined> {
    return this.gate.alone(async () => {
      const step = this.#options.steps[this.#played]
      if (step === undefined) return undefined
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
    this.#wait = undefined
    const { file, steps } = this.#options
    const where = { file, path: `steps[${this.#played}].${steps[this.#played]?.name}` }
    this.#stop(new ScenarioError('SCENARIO_CLOSED', where, 'closed before it was played'))
  }

  #count(call: AnsweredCall): void {
    this.#wait?.add(call)
    if (this.#wait?.isComplete !== true) return
    this.#wait = undefined
    this.#played++
    // No call runs from here on. `finished` reports a failure.
    this.gate.alone(() => this.#playToWait()).catch(() => {})
  }

  /** Plays the steps before the next `waitFor`. */
  async #playToWait(): Promise<void> {
    const { steps, byHand } = this.#options
    for (const step of byHand || this.#wait !== undefined ? [] : steps.slice(this.#played)) {
      if (step.name === 'waitFor') {
        this.#wait = new CallCount(step.what, step.endpoint, this.#head(step.endpoint))
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
    if (step.name !== 'waitFor') {
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
    this.#played++
  }

  /** @returns the first failure, which is why no more steps are played */
  #stop(failure: ScenarioError): ScenarioError {
    this.#failure ??= failure
    this.#fail(this.#failure)
    return this.#failure
  }

  #head(key: string): number {
    return this.#endpoints?.endpoint(key).head.number ?? 0
  }
}
