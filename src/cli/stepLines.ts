import { describeStep } from '../scenario/describeStep.ts'
import type { ScenarioRun } from '../scenario/play.ts'
import type { PlayableStep, Step } from '../scenario/step.ts'
import { print } from './print.ts'

/** How long a wait may take before the terminal says what it waits for, in milliseconds. */
const PATIENCE_MS = 5000

/** How many methods it then names. */
const METHODS_MAX = 5

/** The parts of a scenario that the lines show. */
type Shown = Pick<ScenarioRun, 'endpoints' | 'steps' | 'played' | 'waitingFor'>

/** A step in words, with its endpoint where there are several. */
export function stepText(
  { endpoints }: Pick<Shown, 'endpoints'>,
  { name, what, endpoint }: PlayableStep,
): string {
  // The name and what it has came from one step.
  return describeStep({ [name]: what, ...(endpoints.size > 1 && { endpoint }) } as unknown as Step)
}

/** Prints a line for each step that is played after `show`, and one for each wait that takes long. */
export class StepLines {
  #run: Shown | undefined
  #timer: NodeJS.Timeout | undefined

  readonly add = (step: PlayableStep, played: number): void => {
    if (this.#run === undefined) return
    const { steps } = this.#run
    void print(`Step ${played} of ${steps.length} is done: ${stepText(this.#run, step)}\n`)
    this.#timer?.refresh()
  }

  show(run: Shown): void {
    this.#run = run
    this.#timer = setTimeout(() => void print(waitLine(run)), PATIENCE_MS).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** What a scenario waits for, and what its clients have called instead; empty if it does not wait. */
function waitLine({ endpoints, steps, played, waitingFor }: Shown): string {
  if (waitingFor === null) return ''
  const { endpoint, block, calls } = waitingFor
  const which = block === null ? '' : ` for block ${block}`
  const counts = Object.entries(endpoints.get(endpoint)?.receivedCounts() ?? {})
  const named = counts.slice(0, METHODS_MAX).map(([method, count]) => `${method} ${count} times`)
  const more = counts.length > METHODS_MAX ? ' and others' : ''
  const received = counts.length === 0 ? 'no calls' : `${named.join(', ')}${more}`
  const missing = calls === 1 ? 'a call' : `${calls} calls`
  return `Step ${played + 1} of ${steps.length} still waits for ${missing}${which}; received so far: ${received}\n`
}
