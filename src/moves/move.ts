import type * as v from 'valibot'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { SentName } from '../endpoint/heldTransactions.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { Hex } from '../primitives/hex.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import type { BlockPosition } from './blockPosition.ts'
import type { FaultOptions } from './faultOptions.ts'
import type { ForkAccess } from './forking.ts'
import type { Result } from './results.ts'

/** What a move does. All but those with `reads` are changes: the journal and the history of an endpoint have them. */
export type MoveEffect =
  /** It reads, or waits for clients. */
  | 'reads'
  /** It moves the head forward, and mines the blocks that do not exist. `reset` undoes it. */
  | 'mines'
  /** It moves the head, or what is finalized, in another way. `reset` undoes it. */
  | 'movesHead'
  /** It sets the state after the head by hand. `reset` undoes it. */
  | 'altersState'
  /** It sets fields of blocks that are mined later. `reset` undoes it. */
  | 'setsNextBlock'
  /** It saves where the endpoint is. `reset` keeps that by default, so it must not drop the moves before. */
  | 'saves'
  /** It sends a transaction. `reset` does not undo all that follows from it, so it must not drop the moves before. */
  | 'sends'
  /** It makes the head follow another one, whose place may depend on this one: `reset` must not drop the moves before. */
  | 'follows'
  /** It changes what the pool has, or which of it blocks include. `reset` and `revert` do not undo it. */
  | 'changesPool'
  /** It makes the endpoint as it was at the beginning. */
  | 'resets'
  /** It does something else, which survives `reset` and `revert`. */
  | 'configures'

/** The groups in which people find moves, in the order in which they need them. */
export const moveGroups = [
  'Blocks',
  'Snapshots',
  'Finality and lag',
  'Faults',
  'Time and the next block',
  'Mining',
  'State by hand',
  'Transactions and accounts',
  'Calls of clients',
] as const

/** A step of a scenario, which has one member: its name. */
export type SavedStep = Readonly<Record<string, unknown>>

/**
 * A move: an action of the author of a test on an endpoint. This description generates the method of an endpoint in
 * code, that of an endpoint of `ommer/vitest`, the method `ommer_NAME` of the control address with its OpenRPC entry,
 * and the steps of scenarios.
 */
export interface Move {
  readonly name: string
  readonly effect: MoveEffect
  readonly group: (typeof moveGroups)[number]
  /** one sentence, for users of the control address */
  readonly summary: string
  /** in order; a parameter with an optional schema may be omitted */
  readonly parameters: readonly Parameter[]
  readonly result: Result
  /** whether it can pass over many blocks; `run` then calls `pause` between blocks */
  readonly isLong?: boolean
  /** Whether it waits for earlier moves of the endpoint. Default `always`. */
  readonly waits?: 'always' | 'fromOutside' | 'never'
  /**
   * Whether it waits for what clients do, so that other moves must be possible meanwhile. It waits for no earlier moves,
   * and ends with an error when the client that requested it disconnects.
   */
  readonly waitsForClients?: boolean
  /**
   * Performs the move; `waits` says whether after all moves that were requested before.
   *
   * @param args checked, with their defaults filled in
   * @throws {EndpointMoveError} if the move is impossible; the endpoint is then unchanged
   */
  run(endpoint: Endpoint, args: readonly unknown[], context: MoveContext): unknown
  /** the parameters of `ommer_NAME`, if they differ from those of the method in code */
  readonly outside?: RemoteCall
  /** methods of other tools that perform the same move */
  readonly aliases?: readonly Alias[]
  /** the steps of a scenario that perform it, by name */
  readonly steps?: Readonly<Record<string, MoveStep>>
  /**
   * The step that makes the move again; 'nothing' if none is needed. Default: its only step, with its argument.
   *
   * @param result of a move that leads to a block, the hash of that
   * @returns undefined if no step makes it again
   */
  toStep?(args: readonly unknown[], result: unknown): SavedStep | 'nothing' | undefined
  /** what journals must know of it in addition to its effect; most moves need nothing here */
  readonly journal?: JournalFacts
}

/** What journals must know of a move. Arguments may be as JSON has them: null where one was omitted. */
export interface JournalFacts<Args extends readonly unknown[] = readonly unknown[]> {
  /** What `toStep` gets as the result. Default: the result, of blocks the hash of the last one. */
  keep?(end: BlockPosition, isFollowing: boolean): unknown
  /** The arguments of one move that does what two did one after the other; undefined if none does. */
  join?(first: Args, second: Args): Args | undefined
  /** How many blocks it mines; undefined if it does something else, too. */
  blocksMined?(args: Args): number | undefined
  /** The key of the endpoint that the head follows from then on; undefined if it follows none. */
  leader?(args: Args): string | undefined
  /** Whether it moves the head to a block that existed before. */
  findsBlock?(args: Args): boolean
  /** Whether it may bring a transaction into the pool, or let a reorg bring one back. Moves that send always may. */
  bringsTransactions?(args: Args): boolean
  /** The arguments with which what it sends is not mined at once. */
  withoutMining?(args: Args): Args
  /** whether it leaves nothing of earlier ones at the same endpoint */
  readonly replacesEarlier?: true
  /** The arguments without numbers of transactions that were sent; undefined if there is no hash for one of them. */
  byHash?(args: Args, hashOf: (name: SentName) => Hex | undefined): Args | undefined
  /** Of a move that undoes others, which the history then drops. */
  readonly undoes?: Undoes<Args>
}

/** What a move undoes. */
export interface Undoes<Args extends readonly unknown[] = readonly unknown[]> {
  /** the effects of what it undoes */
  readonly effects: ReadonlySet<MoveEffect | undefined>
  /** The effects of moves after which nothing may be dropped. */
  unlessMade(args: Args): readonly (MoveEffect | undefined)[]
  /**
   * The id of the snapshot since which it undoes them, if it uses that up, too; otherwise what it undoes is kept. Without
   * this function, it undoes all since the beginning.
   */
  snapshot?(args: Args): number | undefined
}

export interface Parameter<T = unknown> {
  readonly name: string
  readonly description?: string
  readonly schema: v.GenericSchema<unknown, T>
  /** what OpenRPC says instead of `schema`, if what the move calls checks the argument */
  readonly described?: v.GenericSchema
  /** of the error if the argument is wrong. Default `INVALID_ARGUMENT`. */
  readonly errorCode?: 'INVALID_OPTION' | 'INVALID_TIMESTAMP'
  /**
   * What a log must not show of it: all, or members at any depth by these names. A journal does not have it if it is all, so
   * a change that was journaled must be the same without it.
   */
  readonly secret?: 'all' | readonly string[]
}

/** What a move needs in addition to its endpoint. */
export interface MoveContext {
  readonly pause?: Pause | undefined
  /** forks networks, and begins endpoints of forks */
  readonly forks?: ForkAccess | undefined
  /** aborted when the client that requested the move disconnects; undefined for callers in code */
  readonly signal?: AbortSignal | undefined
  /**
   * The endpoint of a key, for another endpoint to lag behind.
   *
   * @throws {OmmerError} UNKNOWN_ENDPOINT
   */
  leader(key: string): Endpoint
  /**
   * Sets the faults of an endpoint.
   *
   * @throws {FaultError} if a rule or an option is invalid
   */
  setFaults(
    endpoint: Endpoint,
    rules: readonly FaultRule[] | undefined,
    options: FaultOptions | undefined,
  ): void
}

/** The parameters of a control method. */
export interface RemoteCall {
  readonly parameters: readonly Parameter[]
  /** converts to the arguments of the move, if they differ; null stands for an omitted argument */
  toArguments?(...given: readonly unknown[]): readonly unknown[]
}

/** A method of Ganache, Hardhat or Anvil, with the params and the result that it has there. */
interface Alias extends RemoteCall {
  /** its names: some tools have one method under two names */
  readonly names: readonly string[]
  /** Default: that of the move. */
  readonly summary?: string
  readonly result: Result
}

/** How the explorer writes a step for a move. */
interface WrittenStep {
  /** its value if the first argument is omitted; undefined: another step is needed */
  readonly omitted?: true | number
  /**
   * What its value is: the first argument, or a name that the scenario gives to something. Default: the only argument, or
   * an object of all arguments and their members.
   */
  readonly takes?: 'firstArgument' | 'name'
}

/** A step of a scenario. */
export interface MoveStep extends WrittenStep {
  /** one sentence, which editors show for the step. Default: that of the move. */
  readonly summary?: string
  /** of the value after its name */
  readonly schema: v.GenericSchema
  /**
   * Default: performs the move with the value as its argument.
   *
   * @param perform performs the move; it takes the arguments of the method in code
   */
  play?(perform: Method, what: unknown, context: StepContext): unknown
  /**
   * Checks what depends on other parts of the scenario.
   *
   * @throws {Error} one of `scenario`
   */
  check?(what: unknown, scenario: CheckedScenario): void
}

/** A scenario as far as it is checked: up to a step of an endpoint. */
interface CheckedScenario {
  /** key of the endpoint */
  readonly endpoint: string
  /** the keys of all endpoints */
  readonly keys: readonly string[]
  /** the names of the snapshots that the endpoint has at this step */
  readonly snapshots: Set<string>
  /**
   * Checks fault rules in the step.
   *
   * @throws {Error} if one is invalid
   */
  requireFaults(rules: unknown): void
  /** @param member of the step's value that is wrong; default: all of it */
  wrong(problem: string, member?: string): Error
}

/** The state of a scenario while it is played. */
interface StepContext {
  /** ids of the endpoint's snapshots by name */
  readonly snapshots: Map<string, number>
  /** the seed of all faults */
  readonly seed: string | number
  /** the API key of an endpoint that the scenario names */
  keyOf(name: string): string
}

/** The method of a move in code. */
type Method = (...args: never) => unknown

/**
 * The description of a move, checked against its types.
 *
 * @typeParam Methods an interface with its method alone; editors show that method's TSDoc
 * @typeParam Steps an interface with its steps, likewise
 */
export type MoveOf<
  Methods extends { readonly [Name in keyof Methods]: Method },
  Steps = unknown,
> = TypedMove<Methods, Steps> & ToStepOf<Parameters<Methods[keyof Methods]>, Steps>

export interface TypedMove<Methods extends { readonly [Name in keyof Methods]: Method }, Steps>
  extends Move {
  readonly name: keyof Methods & string
  readonly parameters: ParametersOf<Parameters<Methods[keyof Methods]>>
  run(endpoint: Endpoint, args: Parameters<Methods[keyof Methods]>, context: MoveContext): unknown
  readonly journal?: JournalFacts<Parameters<Methods[keyof Methods]>>
  readonly steps?: {
    readonly [Name in keyof Steps]: WrittenStep & {
      readonly summary?: string
      readonly schema: v.GenericSchema<unknown, Steps[Name]>
      check?(what: Steps[Name], scenario: CheckedScenario): void
    } & PlayOf<Methods[keyof Methods], Steps[Name]>
  }
  toStep?(
    args: Parameters<Methods[keyof Methods]>,
    result: unknown,
  ): (Partial<Steps> & SavedStep) | 'nothing' | undefined
  /** for the compiler only: this field does not exist */
  readonly types?: readonly [Methods, Steps]
}

/** Only where the value is the argument, `play` may be missing. */
type PlayOf<Method, What> = Method extends (what: What) => unknown
  ? { play?(perform: Method, what: What, context: StepContext): unknown }
  : { play(perform: Method, what: What, context: StepContext): unknown }

/** Only without steps, or where the only argument is the value of the step, `toStep` may be missing. */
type ToStepOf<Args, Steps> = [keyof Steps] extends [never]
  ? unknown
  : Args extends readonly [infer Only]
    ? [Only] extends [bigint | Steps[keyof Steps]]
      ? unknown
      : { readonly toStep: object }
    : { readonly toStep: object }

type ParametersOf<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]-?: Parameter<Args[Index]>
}

/** Makes the compiler check a function of arguments against the types of the parameters. */
export function remoteCall<const Given extends readonly Parameter[]>(
  parameters: Given,
  toArguments: (...given: ValuesOf<Given>) => readonly unknown[],
): RemoteCall {
  return { parameters, toArguments }
}

/** The types of the values that match parameters. */
export type ValuesOf<Given extends readonly Parameter[]> = {
  [Index in keyof Given]: v.InferOutput<Given[Index]['schema']>
}
