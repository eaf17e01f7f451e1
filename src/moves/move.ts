import type * as v from 'valibot'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Pause } from '../endpoint/walk.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { FaultOptions } from './faultOptions.ts'
import type { Result } from './results.ts'

/**
 * A move: something that the author of a test does to an endpoint. Its description is all that there is of it; from it
 * follow the method of an endpoint in code, that of an endpoint of `ommer/vitest`, the method `ommer_NAME` of the control
 * address with its OpenRPC entry, and the steps of scenarios.
 */
export interface Move {
  readonly name: string
  /** one sentence, for people who call it from outside */
  readonly summary: string
  /** in their order; those whose schema is optional may be left out */
  readonly parameters: readonly Parameter[]
  readonly result: Result
  /** whether it can go over many blocks; `run` then calls `pause` between two of them */
  readonly isLong?: boolean
  /** When other moves of the endpoint have to be done first. Default `always`. */
  readonly waits?: 'always' | 'fromOutside' | 'never'
  /**
   * Does it, as `waits` says after all moves that were asked for before.
   *
   * @param args checked, with their defaults filled in
   * @throws {EndpointMoveError} where it cannot be done; the endpoint is as it was then
   */
  run(endpoint: Endpoint, args: readonly unknown[], context: MoveContext): unknown
  /** what `ommer_NAME` takes, where that differs from what the method in code does */
  readonly outside?: OutsideForm
  /** the methods of other tools that do the same */
  readonly aliases?: readonly Alias[]
  /** the steps of a scenario that do it, by their names */
  readonly steps?: Readonly<Record<string, StepForm>>
}

export interface Parameter<T = unknown> {
  readonly name: string
  readonly description?: string
  readonly schema: v.GenericSchema<unknown, T>
  /** of the error where it is wrong. Default `INVALID_ARGUMENT`. */
  readonly errorCode?: 'INVALID_OPTION' | 'INVALID_TIMESTAMP'
}

/** What a move needs beside its endpoint. */
export interface MoveContext {
  readonly pause?: Pause | undefined
  /**
   * The endpoint of a key, whose head another one is to follow.
   *
   * @throws {OmmerError} UNKNOWN_ENDPOINT
   */
  leader(key: string): Endpoint
  /**
   * Sets the faults of an endpoint.
   *
   * @throws {FaultError} where a rule or an option is wrong
   */
  setFaults(
    endpoint: Endpoint,
    rules: readonly FaultRule[] | undefined,
    options: FaultOptions | undefined,
  ): void
}

/** What a method takes that is called from outside. */
export interface OutsideForm {
  readonly parameters: readonly Parameter[]
  /** gives the arguments of the move, where they are not the same; what is null was left out */
  readonly toArguments?: ((...given: readonly unknown[]) => readonly unknown[]) | undefined
}

/** A method of Ganache, Hardhat or Anvil, which takes and answers what it does there. */
interface Alias extends OutsideForm {
  /** one or several: some tools have the same under two names */
  readonly names: readonly string[]
  readonly summary: string
  readonly result: Result
}

/** A step of a scenario. */
export interface StepForm {
  /** one sentence, which editors show beside the step */
  readonly summary: string
  /** of what stands behind its name */
  readonly schema: v.GenericSchema
  /** @param perform does the move; it takes the arguments of the method in code */
  play(perform: never, what: never, context: StepContext): unknown
}

/** What is kept while a scenario is played. */
interface StepContext {
  /** ids of the endpoint's snapshots by their names */
  readonly snapshots: Map<string, number>
  /** what faults are drawn by */
  readonly seed: string | number
}

type AnyMethod = (...args: never) => unknown

/**
 * The description of a move, held against its types.
 *
 * @typeParam Methods an interface with its method alone, whose TSDoc is what people see in their editor
 * @typeParam Steps an interface with its steps, likewise
 */
export interface MoveOf<Methods, Steps = unknown> extends Move {
  readonly name: keyof Methods & string
  readonly parameters: ParametersOf<ArgumentsOf<Methods>>
  run(endpoint: Endpoint, args: ArgumentsOf<Methods>, context: MoveContext): unknown
  readonly steps?: {
    readonly [Name in keyof Steps]: {
      readonly summary: string
      readonly schema: v.GenericSchema<unknown, Steps[Name]>
      play(perform: Methods[keyof Methods], what: Steps[Name], context: StepContext): unknown
    }
  }
  /** for the compiler alone: there is no such field */
  readonly types?: readonly [Methods, Steps]
}

type ArgumentsOf<Methods> = Methods[keyof Methods] extends AnyMethod
  ? Parameters<Methods[keyof Methods]>
  : never

type ParametersOf<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]-?: Parameter<Args[Index]>
}

/** Has the compiler hold a function of arguments against the types of the parameters. */
export function outsideForm<const Given extends readonly Parameter[]>(
  parameters: Given,
  toArguments: (...given: ValuesOf<Given>) => readonly unknown[],
): OutsideForm {
  return { parameters, toArguments: toArguments as unknown as OutsideForm['toArguments'] }
}

/** The values that fit parameters. */
export type ValuesOf<Given extends readonly Parameter[]> = {
  [Index in keyof Given]: v.InferOutput<Given[Index]['schema']>
}
