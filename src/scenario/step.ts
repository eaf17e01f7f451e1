import type { MoveSteps } from '../moves/registry.ts'
import type { CallCondition } from './waitFor.ts'

/** What one step does: exactly one of these. */
export interface StepActions extends MoveSteps {
  /** Waits until the client has done something. What follows it happens before the next call is looked at. */
  readonly waitFor: CallCondition
}

type StepName = keyof StepActions

/** One thing that happens. */
export type Step = {
  [Name in StepName]: {
    /** Key of the endpoint that the step applies to. Default: the first endpoint. */
    readonly endpoint?: string
  } & { readonly [Same in Name]: StepActions[Name] }
}[StepName]

/** A step as it is played. */
export type PlayableStep = {
  [Name in StepName]: {
    readonly name: Name
    readonly what: StepActions[Name]
    readonly endpoint: string
  }
}[StepName]
