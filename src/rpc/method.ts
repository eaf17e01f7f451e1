import type { Dialect, DialectName } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { View } from '../endpoint/view.ts'
import type { FaultTarget } from '../faults/target.ts'
import type { CallClient, CallRunner } from '../threads/calls/callRunner.ts'
import type { Answer } from './answer.ts'
import type { AnswerCache } from './answerCache.ts'
import type { TipCache } from './fees/tipCache.ts'
import type { Filters } from './filters/filters.ts'
import type { RunLong } from './longWork.ts'
import type { MethodSet } from './methodSet.ts'
import type { PageClient } from './pageClient.ts'
import { type Arguments, type Parameter, readArguments } from './params/arguments.ts'
import type { MethodDescription } from './schemas/description.ts'
import type { JoinedSend } from './sending/joinedSends.ts'
import type { ServerFacts } from './serverFacts.ts'
import type { Keyring } from './signing/keyring.ts'
import type { ChangingClient } from './signing/ownOrigins.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'

/** What a method needs to answer a call. */
export interface MethodContext {
  /** by which it was called */
  readonly key: string
  readonly endpoint: Endpoint
  /** of the endpoint: itself, or what a fault shows instead */
  readonly view: View
  /** of the key by which it was called */
  readonly dialect: Dialect
  readonly answers: AnswerCache
  readonly tips: TipCache
  readonly filters: Filters
  readonly clientVersion: string
  readonly discovery: SelfDescription
  readonly service: Service
  readonly logLimits: LogLimits
  readonly runLong: RunLong
  /** runs code on the state after a block, for `client` */
  readonly calls: CallRunner
  readonly client: CallClient & PageClient & ChangingClient
  /** the accounts that the server signs for: without `dev` none */
  readonly keyring: Keyring
  /** of the client's connection; undefined where it cannot carry notifications */
  readonly subscriptions?: Subscriptions | undefined
  /** if a transaction is sent that is mined with others of the same batch, after the call */
  readonly joined?: JoinedSend | undefined
}

/** What the server is. */
interface Service {
  readonly version: string
  readonly hasDev: boolean
  /** undefined outside of a server */
  readonly facts: ServerFacts | undefined
}

/** Writes the description of the service. */
export interface SelfDescription {
  /** the OpenRPC document in a dialect */
  answer(dialect: DialectName): Promise<Answer>
}

/** Limits on one log query. */
export interface LogLimits {
  /** how many blocks its range may have */
  readonly rangeMax: number
  /** how many logs it may return */
  readonly resultsMax: number
  /** how many bytes of JSON they may take */
  readonly bytesMax: number
}

/** What calling a method does. */
export type MethodEffect =
  | 'reads'
  /** sends a transaction, and answers with its hash */
  | 'sends'
  /** sends a transaction, and answers when a block has it */
  | 'sendsAndWaits'
  | 'signs'
  | 'subscribes'
  | 'unsubscribes'
  | 'createsFilter'
  /** returns what has happened since the last poll */
  | 'pollsFilter'
  | 'endsFilter'

/** Everything that the program knows about a method. */
interface MethodFacts extends MethodDescription {
  readonly params: readonly Parameter[]
  readonly name: string
  /** other names that clients call it by */
  readonly aliases?: readonly string[]
  /** `core`: the five that the service is about (docs/methods.md); `dev`: only with that option */
  readonly set: MethodSet | 'dev'
  readonly does: MethodEffect
  /** what its answers have that some faults change */
  readonly faults?: readonly FaultTarget[]
}

/** A method as its file describes it. */
type MethodRow<Params extends readonly Parameter[]> = MethodFacts & {
  readonly params: Params
  /**
   * Answers a call. It does so synchronously if it can: a promise would take longer than most answers do.
   *
   * @param args the arguments that `params` have read
   * @param params as received
   * @throws {RequestError}
   */
  run(
    args: Arguments<Params>,
    context: MethodContext,
    params: readonly unknown[],
  ): Answer | Promise<Answer>
}

/** A JSON-RPC method. */
export interface Method extends MethodFacts {
  /**
   * Reads the arguments, and answers.
   *
   * @param params positional, as received
   * @throws {RequestError}
   */
  call(params: readonly unknown[], context: MethodContext): Answer | Promise<Answer>
}

/** Describes a method. Its file is all that the program knows about it; `registry.ts` lists it. */
export function method<const Params extends readonly Parameter[]>({
  run,
  ...facts
}: MethodRow<Params>): Method {
  const { params } = facts
  return {
    ...facts,
    call: (given, context) => run(readArguments(given, context, params), context, given),
  }
}
