import type { Account } from '../chain/accounts.ts'
import type { Access } from '../endpoint/access.ts'
import type { View } from '../endpoint/view.ts'
import type { CallClient, CallRunner } from '../threads/calls/callRunner.ts'
import { CallsInThread } from '../threads/calls/callsInThread.ts'
import { type Answer, encodeResultText } from './answer.ts'
import { AnswerCache } from './answerCache.ts'
import { callControlMethod } from './control/callControlMethod.ts'
import type { ControlMethod, EndpointDirectory } from './control/controlMethod.ts'
import { devMethods } from './control/devMethods.ts'
import { Discovery } from './discovery.ts'
import { RequestError } from './errors.ts'
import { TipCache } from './fees/tipCache.ts'
import { type FilterLimits, Filters } from './filters/filters.ts'
import type { RunLong } from './longWork.ts'
import type { LogLimits, Method, MethodContext, MethodEffect } from './method.ts'
import { methodNotFound, type Served } from './methodNotFound.ts'
import type { MethodSet } from './methodSet.ts'
import { methodSets, subscriptionMethods, walletMethods } from './methods/registry.ts'
import type { PageClient } from './pageClient.ts'
import type { JoinedSend } from './sending/joinedSends.ts'
import type { ServerFacts } from './serverFacts.ts'
import { Keyring } from './signing/keyring.ts'
import { type ChangingClient, requireOwnOrigin } from './signing/ownOrigins.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'
import { toClientError } from './toClientError.ts'
import { whileRead } from './whileKept.ts'

/** What web pages of another origin may not do. */
const ofOwner: ReadonlySet<MethodEffect> = new Set(['sends', 'sendsAndWaits', 'signs'])

const FILTER_LIMITS: FilterLimits = { countMax: 1000, bytesMax: 16 * 1024 ** 2, seconds: 300 }

export interface DispatcherOptions {
  readonly methods: MethodSet
  /** the result of `web3_clientVersion` */
  readonly clientVersion: string
  /** of this package, for `rpc.discover` */
  readonly version: string
  /** how many bytes of answers are cached */
  readonly cacheBytes: number
  readonly logLimits: LogLimits
  /** by default 1000 filters at an endpoint, which end after 5 minutes, and 16 MiB for all */
  readonly filterLimits?: FilterLimits | undefined
  /** the clock by which filters end, in milliseconds */
  readonly now?: (() => number) | undefined
  /** runs the code that methods call; by default in this thread, without limits */
  readonly calls?: CallRunner | undefined
  /** the endpoints, where clients may move them; by default they may not */
  readonly dev?: EndpointDirectory | undefined
  /** the accounts that clients may sign for with `dev`; by default none */
  readonly accounts?: readonly Account[] | undefined
  /** what the explorer is told; by default nothing */
  readonly facts?: ServerFacts | undefined
}

/** The client that calls a method, and what its API key gives access to. */
export interface ClientAccess extends Access, CallClient, PageClient, ChangingClient {}

/** Calls methods by name. */
export interface MethodCaller {
  /**
   * The methods that move endpoints, by name. They run even as notifications, which get no answer, and faults do not
   * apply to them. All other methods only read.
   */
  readonly moves: ReadonlyMap<string, ControlMethod>
  /**
   * Calls a method. Answers synchronously if it can, otherwise with a promise.
   *
   * @param access of the API key in the request, and the client that sent it
   * @param runLong runs work that may take long
   * @param params as received
   * @param subscriptions of the connection; undefined if it cannot carry notifications
   * @param view that the answer describes; by default the endpoint, with a fault possibly another view
   * @param joined if a transaction is sent that is mined with others by `mineJoined`
   * @throws {RequestError}
   */
  call(
    access: ClientAccess,
    runLong: RunLong,
    methodName: string,
    params?: unknown,
    subscriptions?: Subscriptions,
    view?: View,
    joined?: JoinedSend,
  ): Answer | Promise<Answer>
}

/** Calls the methods of the service. Any number of endpoints share one dispatcher and its cache. */
export class Dispatcher implements MethodCaller {
  readonly moves: MethodCaller['moves']
  readonly #methods: ReadonlyMap<string, Method>
  readonly #clientVersion: string
  readonly #answers: AnswerCache
  readonly #tips = new TipCache()
  readonly #filters: Filters
  readonly #discovery: Discovery
  readonly #logLimits: LogLimits
  readonly #calls: CallRunner
  readonly #dev: EndpointDirectory | undefined
  readonly #keyring: Keyring
  readonly #served: Served
  readonly #service: MethodContext['service']

  constructor(options: DispatcherOptions) {
    const { methods, clientVersion, version, cacheBytes, logLimits, dev } = options
    const hasDev = dev !== undefined
    this.#methods = new Map([
      ...methodSets[methods],
      ...subscriptionMethods[methods],
      ...(hasDev ? walletMethods : []),
    ])
    this.#keyring = new Keyring((hasDev && options.accounts) || [])
    this.#clientVersion = clientVersion
    this.#answers = new AnswerCache(cacheBytes)
    this.#discovery = new Discovery({ methods, hasDev, version })
    this.#logLimits = logLimits
    this.#filters = new Filters(options.filterLimits ?? FILTER_LIMITS, options.now)
    this.#calls = options.calls ?? new CallsInThread()
    this.#dev = dev
    this.#service = { version, hasDev, facts: options.facts }
    this.#served = { methods, hasDev }
    this.moves = hasDev ? devMethods : new Map()
  }

  /** How many bytes of answers are cached. */
  get cachedBytes(): number {
    return this.#answers.bytes
  }

  get methodNames(): readonly string[] {
    return [...this.#methods.keys(), ...this.moves.keys()]
  }

  call(
    access: ClientAccess,
    runLong: RunLong,
    methodName: string,
    given?: unknown,
    subscriptions?: Subscriptions,
    view: View = access.endpoint,
    joined?: JoinedSend,
  ): Answer | Promise<Answer> {
    // As in geth, null counts as omitted.
    const params = given ?? []
    const method = this.#methods.get(methodName)
    if (method === undefined) return this.#move(access, runLong, methodName, params)
    // JSON-RPC allows parameters by name, but those of Ethereum methods have no names.
    if (!Array.isArray(params)) throw new RequestError('INVALID_PARAMS', 'non-array args')
    const { dialect } = access
    const { recordedAnswers } = view
    if (recordedAnswers !== undefined && recordedAnswers.size > 0) {
      const recorded = recordedAnswers.get(methodName + JSON.stringify(params))
      if (recorded !== undefined) return encodeResultText(recorded)
    }
    if (ofOwner.has(method.does)) requireOwnOrigin(access)
    try {
      const answer = method.call(params, {
        key: access.key,
        endpoint: access.endpoint,
        view,
        dialect,
        answers: this.#answers,
        tips: this.#tips,
        filters: this.#filters,
        clientVersion: this.#clientVersion,
        discovery: this.#discovery,
        service: this.#service,
        logLimits: this.#logLimits,
        runLong,
        calls: this.#calls,
        client: access,
        keyring: this.#keyring,
        subscriptions,
        joined,
      })
      if (!(answer instanceof Promise)) return answer
      return whileRead(access.endpoint, params, answer).catch(throwClientError)
    } catch (error) {
      throw toClientError(error)
    }
  }

  /** Calls a method that only `dev` adds. */
  #move(
    access: ClientAccess,
    runLong: RunLong,
    methodName: string,
    params: unknown,
  ): Promise<Answer> {
    const endpoints = this.#dev
    const method = this.moves.get(methodName)
    if (method === undefined || endpoints === undefined) {
      throw methodNotFound(methodName, this.#served)
    }
    requireOwnOrigin(access)
    const { key, endpoint, dialect } = access
    const isClosed = () => access.isClosed()
    const parts = { endpoints, runLong, isClosed, isControl: false, scenario: undefined }
    return callControlMethod(method, params, { key, endpoint, dialect, ...parts })
  }
}

function throwClientError(error: unknown): never {
  throw toClientError(error)
}
