import type { MoveSteps } from '../moves/moveRegistry.ts'
import type { ClientRestart } from './restartClient.ts'
import type { CallCondition } from './waitFor.ts'

/** The actions of steps; a step has exactly one of them. */
export interface StepActions extends MoveSteps {
  /** Waits for calls of the client. The steps after it run before the next call is processed. */
  readonly waitFor: CallCondition
  /** Restarts the client under test, if whoever plays the scenario has started it: `kill` without a warning. */
  readonly restartClient: ClientRestart
}

type StepName = keyof StepActions

export type Step = {
  [Name in StepName]: {
    /** Key of the endpoint that the step acts on. Default: the first. */
    readonly endpoint?: string
  } & { readonly [Same in Name]: StepActions[Name] }
}[StepName]

/** A step after all checks. */
export type PlayableStep = {
  [Name in StepName]: {
    readonly name: Name
    readonly what: StepActions[Name]
    readonly endpoint: string
  }
}[StepName]
