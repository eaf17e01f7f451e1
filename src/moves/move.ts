import type * as v from 'valibot'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Pause } from '../endpoint/walk.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { FaultOptions } from './faultOptions.ts'
import type { Result } from './results.ts'

/**
 * A move: something that a test does to an endpoint. From this description ommer generates the method of an endpoint in
 * code, the method of an endpoint of `ommer/vitest`, the method `ommer_NAME` of the control address with its OpenRPC entry,
 * and the steps of scenarios.
 */
export interface Move {
  readonly name: string
  /** one sentence for the OpenRPC document */
  readonly summary: string
  /** in order; callers may omit those whose schema is optional */
  readonly parameters: readonly Parameter[]
  readonly result: Result
  /** whether it may cover many blocks; `run` then calls `pause` between blocks */
  readonly isLong?: boolean
  /** When the move waits for earlier moves of the endpoint. Default `always`. */
  readonly waits?: 'always' | 'fromOutside' | 'never'
  /**
   * Performs the move.
   *
   * @param args checked, with their defaults filled in
   * @throws {EndpointMoveError} if the move is not possible; the endpoint is unchanged then
   */
  run(endpoint: Endpoint, args: readonly unknown[], context: MoveContext): unknown
  /** the parameters of `ommer_NAME`, if they differ from those of the method in code */
  readonly outside?: OutsideForm
  /** methods of other tools that perform the same move */
  readonly aliases?: readonly Alias[]
  /** the steps of a scenario that perform it, by name */
  readonly steps?: Readonly<Record<string, StepForm>>
}

export interface Parameter<T = unknown> {
  readonly name: string
  readonly description?: string
  readonly schema: v.GenericSchema<unknown, T>
  /** code of the error for a wrong argument. Default `INVALID_ARGUMENT`. */
  readonly errorCode?: 'INVALID_OPTION' | 'INVALID_TIMESTAMP'
}

/** What a move needs besides its endpoint. */
export interface MoveContext {
  readonly pause?: Pause | undefined
  /**
   * Returns the endpoint of a key, for another endpoint to follow.
   *
   * @throws {OmmerError} UNKNOWN_ENDPOINT
   */
  leader(key: string): Endpoint
  /**
   * Sets the faults of an endpoint.
   *
   * @throws {FaultError} if a rule or an option is wrong
   */
  setFaults(
    endpoint: Endpoint,
    rules: readonly FaultRule[] | undefined,
    options: FaultOptions | undefined,
  ): void
}

/** The parameters of a method of the control address. */
export interface OutsideForm {
  readonly parameters: readonly Parameter[]
  /** converts the parameters to the arguments of the move, if they differ; a null parameter counts as omitted */
  readonly toArguments?: ((...given: readonly unknown[]) => readonly unknown[]) | undefined
}

/** A method of Ganache, Hardhat or Anvil, with the same parameters and result as there. */
interface Alias extends OutsideForm {
  /** several if tools have the same method under different names */
  readonly names: readonly string[]
  readonly summary: string
  readonly result: Result
}

/** A step of a scenario. */
export interface StepForm {
  /** one sentence, which editors show for the step */
  readonly summary: string
  /** schema of the value of the step */
  readonly schema: v.GenericSchema
  /** @param perform performs the move; it takes the arguments of the method in code */
  play(perform: never, what: never, context: StepContext): unknown
}

/** State that is kept while a scenario is played. */
interface StepContext {
  /** ids of the endpoint's snapshots, by name */
  readonly snapshots: Map<string, number>
  /** the seed that faults are drawn from */
  readonly seed: string | number
}

type AnyMethod = (...args: never) => unknown

/**
 * The description of a move, checked against the types of its method and steps.
 *
 * @typeParam Methods an interface with only its method, whose TSDoc editors show
 * @typeParam Steps an interface with its steps, whose TSDoc editors show
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
  /** exists only for the compiler; no object has this field */
  readonly types?: readonly [Methods, Steps]
}

type ArgumentsOf<Methods> = Methods[keyof Methods] extends AnyMethod
  ? Parameters<Methods[keyof Methods]>
  : never

type ParametersOf<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]-?: Parameter<Args[Index]>
}

/** Makes the compiler check the types of `toArguments` against the parameters. */
export function outsideForm<const Given extends readonly Parameter[]>(
  parameters: Given,
  toArguments: (...given: ValuesOf<Given>) => readonly unknown[],
): OutsideForm {
  return { parameters, toArguments: toArguments as unknown as OutsideForm['toArguments'] }
}

/** The values that the schemas of parameters accept. */
export type ValuesOf<Given extends readonly Parameter[]> = {
  [Index in keyof Given]: v.InferOutput<Given[Index]['schema']>
}
