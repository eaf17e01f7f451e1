import { messageOf } from '../primitives/errors.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { PlayedScenario, ScenarioStatus } from '../rpc/control/playedScenario.ts'
import { type AnsweredCall, Gate } from '../rpc/gate.ts'
import { CallCount } from './callCount.ts'
import type { ScenarioEndpoints } from './scenarioEndpoints.ts'
import { ScenarioError } from './scenarioError.ts'
import type { PlayableStep } from './step.ts'

export interface PlayerOptions {
  readonly steps: readonly PlayableStep[]
  /** whether calls drive nothing, and each step is asked for */
  readonly byHand: boolean
  /** which the steps are of, for errors */
  readonly file: string | undefined
}

/**
 * Plays steps in their order, each between two calls of clients and never beside one. That, and that waits count calls
 * and no time, is why it comes out the same each time.
 */
export class Player implements PlayedScenario {
  /** What all calls have to pass. */
  readonly gate = new Gate((call) => this.#hear(call))
  /** Resolves when all steps were played; rejects where one cannot be, or is not to be any more. */
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
    // Whoever waits for it hears of it, and nobody has to.
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

  /** Begins; unless by hand, plays the steps before the first wait. */
  begin(endpoints: ScenarioEndpoints): Promise<void> {
    this.#endpoints = endpoints
    return this.gate.alone(() => this.#go())
  }

  /** @see Playing.next */
  next(): Promise<PlayableStep | undefined> {
    return this.gate.alone(async () => {
      const step = this.#options.steps[this.#played]
      if (step === undefined) return undefined
      await this.#play(step)
      await this.#go()
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
      await this.#go()
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

  #hear(call: AnsweredCall): void {
    this.#wait?.hear(call)
    if (this.#wait?.isComplete !== true) return
    this.#wait = undefined
    this.#played++
    // From here on no call is let in. What fails is told by `finished`.
    this.gate.alone(() => this.#go()).catch(() => {})
  }

  /** Plays on up to the next wait. */
  async #go(): Promise<void> {
    const { steps, byHand } = this.#options
    for (const step of byHand || this.#wait !== undefined ? [] : steps.slice(this.#played)) {
      if (step.name === 'waitFor') {
        this.#wait = new CallCount(step.what, step.endpoint, this.#head(step.endpoint))
        break
      }
      await this.#play(step)
      // Steps that build no block never leave the microtask queue: a signal would not be heard.
      await yieldToEventLoop()
    }
    if (this.isFinished) this.#succeed()
  }

  /** Plays one step; a wait is over. */
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

  /** @returns why nothing is played any more: where that was known before, for that reason */
  #stop(failure: ScenarioError): ScenarioError {
    this.#failure ??= failure
    this.#fail(this.#failure)
    return this.#failure
  }

  #head(key: string): number {
    return this.#endpoints?.endpoint(key).head.number ?? 0
  }
}
