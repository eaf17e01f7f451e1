import type { FinalityRule } from '../endpoint/finality.ts'
import type { MineOptions, ReorgOptions } from '../endpoint/moves.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { Hex } from '../primitives/hex.ts'
import type { LagOptions } from '../server/endpointOptions.ts'

/** What one step does: exactly one of these. */
export interface StepActions {
  /** Waits until the client has done something. What comes after it happens before the next call is looked at. */
  readonly waitFor: CallCondition
  /** Moves the head on, over so many blocks. */
  readonly mine: number | ({ readonly count: number } & MineOptions)
  /** Moves the head forward to a number, or to any block by its hash. */
  readonly advanceTo: number | Hex
  /** Moves the head to another branch. */
  readonly reorg: ReorgOptions
  /** Moves the head back by so many blocks. */
  readonly rollback: number
  /** Keeps head, time and finality under a name. */
  readonly snapshot: string
  /** Goes back to the snapshot of a name, as often as wanted. */
  readonly revert: string
  /** Has the next block come so many seconds later. */
  readonly increaseTime: number
  /** When the next block comes, in seconds since 1970. */
  readonly setNextBlockTimestamp: number
  /** Where `safe` and `finalized` stand. */
  readonly setFinality: FinalityRule
  /** Has the head follow that of another endpoint, until it is moved itself. */
  readonly lag: LagOptions
  /** What goes wrong from now on. Calls are counted anew for it. */
  readonly setFaults: readonly FaultRule[]
  /** Nothing goes wrong any more. */
  readonly clearFaults: true
}

/** Calls of a client, all of which are to have been answered. */
export interface CallCondition {
  /** Default any. */
  readonly method?: string | readonly string[]
  /** Which block they are about, whether they name it by number, tag or hash. `head`: where the head is by then. */
  readonly block?: number | 'head'
  /** How many, since the wait began. Errors and null are no answers. Default 1. */
  readonly calls?: number
}

export type StepName = keyof StepActions

/** One thing that happens. */
export type Step = {
  [Name in StepName]: {
    /** Key of the endpoint that it is about. Default the first. */
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
