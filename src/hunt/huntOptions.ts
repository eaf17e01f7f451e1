import * as v from 'valibot'
import { type ChainSpec, seedlessSpec } from '../chain/spec/spec.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { either, object, oneOf, readInput, wholeNumber } from '../primitives/input.ts'
import { InputError } from '../primitives/inputError.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { HuntedClient } from './client/client.ts'
import { beyondKinds, type EventName, eventKinds, eventNames } from './draw/eventKinds.ts'
import type { Finding } from './finding.ts'
import { huntInputs } from './huntInputs.ts'
import type { Expectation } from './rows/expectation.ts'
import { type ExpectationName, expectationNames, expectations } from './rows/expectations.ts'

/** An option of a hunt is invalid. */
export class HuntOptionsError extends InputError {
  readonly option: string

  constructor(option: string, problem: string) {
    super('INVALID_OPTION', option, problem)
    this.option = option
  }
}

/** What to hunt, and for how long. */
export interface HuntOptions extends HuntedClient {
  /** Of which table the rows are, or a table of your own. Default: it follows from their columns. */
  readonly expected?: ExpectationName | Expectation | undefined
  /** Another program that must be right where this one is wrong, such as a later version. */
  readonly passes?: Pick<HuntedClient, 'start'> | undefined
  /** Decides what is tried. Default: another one each time, which the report names. */
  readonly seed?: string | number | undefined
  /** In seconds: how long to search. Default 300. */
  readonly time?: number | undefined
  /** How many scenarios to try at most. */
  readonly runs?: number | undefined
  /** How many clients to run at a time. Default 1. */
  readonly jobs?: number | undefined
  /**
   * In milliseconds: a client counts as wrong when it has asked for nothing new for so long while its rows are wrong.
   * Default 15,000. Scenarios are first tried with less, as the first run shows; what is found is then tried with all of it.
   * A client that was just started has 10,000 at least until its first call.
   */
  readonly patience?: number | undefined
  /** How often a finding is repeated, to see how often it happens. Default 20. */
  readonly repeats?: number | undefined
  /** How many of the newest blocks the client leaves out. Default 0. */
  readonly confirmations?: number | undefined
  /** How many blocks below the head the client takes as final. Default: what its calls show. */
  readonly finality?: number | undefined
  /**
   * Whether each scenario has a client that is started for it. Default false: a client that takes long to start goes on from
   * one event to the next, until its rows are wrong.
   */
  readonly cold?: boolean | undefined
  /** Also what many clients do not claim to handle, such as reorgs of finalized blocks. Default false. */
  readonly beyond?: boolean | undefined
  /** How often each kind of event is drawn; 0 for never. */
  readonly weights?: Readonly<Partial<Record<EventName, number>>> | undefined
  /** The chain, or each of them, as for `createChain`, but for the seed. */
  readonly spec?: Omit<ChainSpec, 'seed'> | undefined
  /** How many chains the client indexes: their ids are 1337, 1338 and so on. Default 1. */
  readonly chains?: number | undefined
  /** The dialect of the answers. Default: mostly `geth`, sometimes another one. */
  readonly dialect?: DialectName | undefined
  /** Scenarios that are tried first. */
  readonly first?: readonly Scenario[] | undefined
  /** Called after each run. */
  readonly onProgress?: ((progress: HuntProgress) => void) | undefined
  /** Ends the search; what was found so far is the result. */
  readonly signal?: AbortSignal | undefined
}

/** How far a hunt is. */
export interface HuntProgress {
  readonly doing: 'searching' | 'confirming' | 'shrinking' | 'repeating'
  readonly runs: number
  readonly seconds: number
  /** pairs of what the client was doing and what happened then */
  readonly coverage: number
  /** the best finding so far, before all is known of it */
  readonly found: Pick<Finding, 'scenario' | 'difference'> | undefined
}

const weights = Object.fromEntries(
  eventNames.map((name) => [name, v.optional(wholeNumber(0, 1000))]),
)

const WANTED = `want one of ${expectationNames.join(', ')}, or an object with name and rows`

const table = either(
  (value) => typeof value === 'string',
  oneOf(...expectationNames),
  v.custom<Expectation>((value) => typeof Object(value).rows === 'function', WANTED),
)

const options = v.looseObject({
  ...huntInputs,
  weights: v.optional(object(weights), {}),
  expected: v.optional(table),
  spec: v.optional(seedlessSpec),
})

/** Options with their defaults. */
export interface ResolvedHuntOptions {
  readonly client: HuntedClient
  readonly passes: HuntedClient | undefined
  readonly expectation: Expectation | undefined
  readonly seed: string
  readonly time: number
  readonly runs: number
  readonly jobs: number
  readonly patience: number
  readonly repeats: number
  readonly confirmations: number
  readonly finality: number | undefined
  readonly cold: boolean
  readonly beyond: boolean
  readonly weights: Readonly<Record<EventName, number>>
  readonly spec: Omit<ChainSpec, 'seed'> | undefined
  readonly chains: number
  readonly dialect: DialectName | undefined
  readonly first: readonly Scenario[]
}

/** @throws {HuntOptionsError} */
export function resolveHuntOptions(given: HuntOptions): ResolvedHuntOptions {
  const fail = (path: string, problem: string) => new HuntOptionsError(path, problem)
  for (const name of ['start', 'rows'] as const) {
    if (typeof given[name] !== 'function') throw fail(name, 'want a function')
  }
  const read = readInput(options, given, '', fail)
  const { expected } = given
  const drawn = Math.floor(Math.random() * 2 ** 32)
  return {
    ...read,
    client: given,
    passes: given.passes && { ...given, ...given.passes },
    expectation: typeof expected === 'string' ? expectations[expected] : expected,
    seed: `${read.seed ?? drawn}`,
    runs: read.runs ?? Number.POSITIVE_INFINITY,
    finality: read.finality,
    dialect: read.dialect,
    weights: weightsOf(given.weights ?? {}, read.beyond),
    spec: given.spec,
    first: given.first ?? [],
  }
}

function weightsOf(
  given: NonNullable<HuntOptions['weights']>,
  beyond: boolean,
): Readonly<Record<EventName, number>> {
  const entries = eventNames.map((name) => {
    const usual = beyond || !beyondKinds.includes(name) ? eventKinds[name].weight : 0
    return [name, given[name] ?? usual] as const
  })
  return Object.fromEntries(entries) as Record<EventName, number>
}
