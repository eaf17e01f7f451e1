import type { Access } from '../endpoint/access.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import type { View } from '../endpoint/view.ts'
import type { FaultTarget } from '../faults/target.ts'
import type { CallRunner } from '../threads/calls/callRunner.ts'
import type { Answer } from './answer.ts'
import type { AnswerCache } from './answerCache.ts'
import type { ClientAccess } from './caller.ts'
import type { CallNotes } from './callNotes.ts'
import type { TipCache } from './fees/tipCache.ts'
import type { Filters } from './filters/filters.ts'
import type { BloomIndex } from './logs/bloomIndex.ts'
import type { LongAnswer } from './longAnswers/longAnswer.ts'
import type { Spool } from './longAnswers/spool.ts'
import type { RunLong } from './longWork.ts'
import type { MethodSet } from './methodSet.ts'
import { type Arguments, type Parameter, readArguments } from './params/arguments.ts'
import type { MethodDescription } from './schemas/description.ts'
import type { JoinedSend } from './sending/joinedSends.ts'
import type { ServerFacts } from './serverFacts.ts'

/** What a call is answered with. Only one whose context allows it is answered with a `LongAnswer`. */
export type MethodAnswer = Answer | Promise<Answer | LongAnswer>

/** What belongs to one call. */
export interface CallContext {
  readonly client: ClientAccess
  /** what the answer describes: the endpoint of the client, or what a fault shows instead */
  readonly view: View
  /** runs work that may take long */
  readonly runLong: RunLong
  /** set if its transaction is mined after the call, with others of the same batch */
  readonly joined?: JoinedSend | undefined
  /** in bytes: the largest answer that is kept in memory; default: that of logs */
  readonly answerBytesMax?: number | undefined
  /** whether it may be answered with a `LongAnswer`; default: no */
  readonly mayBeLong?: boolean | undefined
  /** takes what people are told of it besides its answer; undefined where nobody reads it */
  readonly notes?: CallNotes | undefined
}

/** What a method needs to answer a call. */
export interface MethodContext extends CallContext, Access {
  /** whether the view shows what the endpoint shows, and not what a fault makes of it */
  readonly isOwnView: boolean
  readonly service: MethodService
}

/** What all calls share. */
export interface MethodService {
  /** of the package */
  readonly version: string
  /** the result of `web3_clientVersion` */
  readonly clientVersion: string
  readonly hasDev: boolean
  /** the methods that are served, by name */
  readonly methods: ReadonlyMap<string, Method>
  /** the names of all methods, those that move endpoints included */
  readonly methodNames: readonly string[]
  /** undefined outside of a server */
  readonly facts: ServerFacts | undefined
  readonly answers: AnswerCache
  /** of the blocks that searches for logs have read */
  readonly blooms: BloomIndex
  readonly tips: TipCache
  readonly filters: Filters
  readonly discovery: SelfDescription
  readonly logLimits: LogLimits
  /** runs code on the state after a block, for a client */
  readonly calls: CallRunner
  /** keeps answers that are too large for the memory; undefined if there is no place for them */
  readonly spool: Spool | undefined
}

/** Writes the description of the service. */
export interface SelfDescription {
  /** the OpenRPC document in a dialect */
  answer(dialect: DialectName): Promise<Answer>
}

/** Limits on one log query. */
export interface LogLimits {
  /** how many blocks its range may have; undefined for what the dialect allows */
  readonly rangeMax: number | undefined
  /** how many logs it may return; undefined likewise */
  readonly resultsMax: number | undefined
  /** how many bytes of JSON they may take */
  readonly bytesMax: number
}

/** What follows for the rest of the program from what a method does. */
export type EffectFact =
  /** web pages of another origin may not call it */
  | 'isOfOwner'
  /** it changes something, so a fault that shows another view must not call it again */
  | 'isCalledOnce'
  /** it runs even as a notification, as in geth: nobody would learn what the others create or return */
  | 'runsAsNotification'
  | 'sends'
  /** its transaction can be mined with others of the same batch, after the answer */
  | 'joins'
  | 'polls'
  /** the author of a test calls it, and not the client under test: it does not count as received */
  | 'isOfAuthor'
  | 'needsWebSocket'

/** What calling a method does. */
const effects = {
  reads: [],
  /** sends a transaction, and answers with its hash */
  sends: ['isOfOwner', 'isCalledOnce', 'runsAsNotification', 'sends', 'joins'],
  /** sends a transaction, and answers when a block has it */
  sendsAndWaits: ['isOfOwner', 'isCalledOnce', 'runsAsNotification', 'sends'],
  signs: ['isOfOwner'],
  /** changes the state by hand */
  alters: ['isOfOwner', 'isCalledOnce', 'runsAsNotification', 'isOfAuthor'],
  subscribes: ['isCalledOnce', 'needsWebSocket'],
  unsubscribes: ['isCalledOnce', 'runsAsNotification', 'needsWebSocket'],
  createsFilter: ['isCalledOnce'],
  /** returns what has happened since the last poll */
  pollsFilter: ['polls'],
  endsFilter: ['isCalledOnce', 'runsAsNotification'],
} as const satisfies Readonly<Record<string, readonly EffectFact[]>>

export type MethodEffect = keyof typeof effects

/** Whether something follows from what a method does. */
export function hasFact({ does }: { readonly does: MethodEffect }, fact: EffectFact): boolean {
  const facts: readonly EffectFact[] = effects[does]
  return facts.includes(fact)
}

/** Everything that the program knows about a method. */
interface MethodFacts extends MethodDescription {
  readonly params: readonly Parameter[]
  readonly name: string
  /** other names that clients call it by */
  readonly aliases?: readonly string[]
  /** `core`: the five that the service is about (docs/methods.md); `dev`: only with that option */
  readonly set: MethodSet | 'dev'
  readonly does: MethodEffect
  /** whether the dialects write its result differently */
  readonly differsByDialect?: true
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
  run(args: Arguments<Params>, context: MethodContext, params: readonly unknown[]): MethodAnswer
}

/** A JSON-RPC method. */
export interface Method extends MethodFacts {
  /**
   * Reads the arguments, and answers.
   *
   * @param params positional, as received
   * @throws {RequestError}
   */
  call(params: readonly unknown[], context: MethodContext): MethodAnswer
}

/** Describes a method. Its file is all that the program knows about it; `methodRegistry.ts` lists it. */
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
