import { afterMisses, missOf } from '../primitives/miss.ts'
import type { CallRunner } from '../threads/calls/callRunner.ts'
import { CallsInThread } from '../threads/calls/callsInThread.ts'
import { type Answer, encodeResultText } from './answer.ts'
import { AnswerCache } from './answerCache.ts'
import { callControlMethod } from './control/callControlMethod.ts'
import type { ControlMethod, EndpointDirectory } from './control/controlMethod.ts'
import { devMethods } from './control/devMethods.ts'
import { Discovery } from './discovery.ts'
import { EarlierView } from './earlierView.ts'
import { RequestError } from './errors.ts'
import { TipCache } from './fees/tipCache.ts'
import { type FilterLimits, Filters } from './filters/filters.ts'
import { BloomIndex } from './logs/bloomIndex.ts'
import type { LongAnswer } from './longAnswers/longAnswer.ts'
import type { Spool } from './longAnswers/spool.ts'
import {
  type CallContext,
  hasFact,
  type LogLimits,
  type Method,
  type MethodAnswer,
  type MethodService,
} from './method.ts'
import { methodNotFound, type Served } from './methodNotFound.ts'
import type { MethodSet } from './methodSet.ts'
import { methodSets, subscriptionMethods, walletMethods } from './methods/methodRegistry.ts'
import { namedBlocks } from './params/namedBlocks.ts'
import type { ServerFacts } from './serverFacts.ts'
import { requireOwnOrigin } from './signing/ownOrigins.ts'
import { signerFor } from './signing/transaction/signRequest.ts'
import { toClientError } from './toClientError.ts'
import { whileRead } from './whileKept.ts'

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
  /** keeps answers that are too large for the memory; by default they are refused */
  readonly spool?: Spool | undefined
  /** the endpoints, where clients may move them; by default they may not */
  readonly dev?: EndpointDirectory | undefined
  /** what the explorer is told; by default nothing */
  readonly facts?: ServerFacts | undefined
}

/** Calls a method, and again each time that it needs something of a forked network which has to be read first. */
function startWithMisses(run: () => MethodAnswer): MethodAnswer {
  try {
    const answer = run()
    return answer instanceof Promise ? answer.catch((error) => runAgain(error, run)) : answer
  } catch (error) {
    return runAgain(error, run)
  }
}

function runAgain(error: unknown, run: () => MethodAnswer): Promise<Answer | LongAnswer> {
  const miss = missOf(error)
  if (miss === undefined) throw error
  return miss.fill().then(() => afterMisses(run))
}

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
   * @param params as received
   * @throws {RequestError}
   */
  call(method: string, params: unknown, context: CallContext): MethodAnswer
}

/** Calls the methods of the service. Any number of endpoints share one dispatcher and its cache. */
export class Dispatcher implements MethodCaller {
  readonly moves: MethodCaller['moves']
  readonly #methods: ReadonlyMap<string, Method>
  readonly #dev: EndpointDirectory | undefined
  readonly #served: Served
  readonly #service: MethodService

  constructor(options: DispatcherOptions) {
    const { methods, clientVersion, version, cacheBytes, logLimits, dev } = options
    const hasDev = dev !== undefined
    this.#methods = new Map([
      ...methodSets[methods],
      ...subscriptionMethods[methods],
      ...(hasDev ? walletMethods : []),
    ])
    this.#dev = dev
    this.moves = hasDev ? devMethods : new Map()
    this.#service = {
      methodNames: [...this.#methods.keys(), ...this.moves.keys()],
      version,
      clientVersion,
      hasDev,
      methods: this.#methods,
      facts: options.facts,
      answers: new AnswerCache(cacheBytes),
      blooms: new BloomIndex(),
      tips: new TipCache(),
      filters: new Filters(options.filterLimits ?? FILTER_LIMITS, options.now),
      discovery: new Discovery({ methods, hasDev, version }),
      logLimits,
      calls: options.calls ?? new CallsInThread(),
      spool: options.spool,
    }
    this.#served = { methods, hasDev }
  }

  /** How many bytes of answers are cached. */
  get cachedBytes(): number {
    return this.#service.answers.bytes
  }

  get methodNames(): readonly string[] {
    return this.#service.methodNames
  }

  call(name: string, given: unknown, call: CallContext): MethodAnswer {
    // As in geth, null counts as omitted.
    const params = given ?? []
    const method = this.#methods.get(name)
    if (method === undefined) return this.#move(name, params, call)
    const { lacks } = call.client.dialect.facts
    if (lacks?.methods.includes(name)) throw this.#lacking(name, call)
    // JSON-RPC allows parameters by name, but those of Ethereum methods have no names.
    if (!Array.isArray(params)) throw new RequestError('INVALID_PARAMS', 'non-array args')
    const { client, runLong, joined, answerBytesMax, mayBeLong, notes } = call
    const { earlier } = call.view.chain
    const sent = client.endpoint.miner?.log
    const view = earlier === undefined ? call.view : new EarlierView(call.view, earlier, sent)
    const { recordedAnswers } = view
    if (recordedAnswers !== undefined && recordedAnswers.size > 0) {
      const recorded = recordedAnswers.get(name + JSON.stringify(params))
      if (recorded !== undefined) return encodeResultText(recorded)
    }
    if (hasFact(method, 'isOfOwner')) requireOwnOrigin(client)
    const { key, endpoint, dialect } = client
    const service = this.#service
    const run = () => {
      return method.call(params, {
        key,
        endpoint,
        dialect,
        client,
        view,
        isOwnView: call.view === endpoint,
        runLong,
        joined,
        answerBytesMax,
        mayBeLong,
        notes,
        service,
      })
    }
    try {
      const answer = startWithMisses(run)
      if (!(answer instanceof Promise)) return answer
      const named = namedBlocks(method.params, params)
      return whileRead(endpoint, named, answer).catch((error: unknown) => {
        throw toClientError(error, dialect)
      })
    } catch (error) {
      throw toClientError(error, dialect)
    }
  }

  /** The error for a method that the provider of the dialect does not serve. */
  #lacking(name: string, { client: { dialect } }: CallContext): unknown {
    const error = new RequestError(
      'METHOD_NOT_FOUND',
      `the method ${name} does not exist/is not available`,
    )
    return toClientError(error, dialect)
  }

  /** Calls a method that only `dev` adds. */
  #move(name: string, params: unknown, call: CallContext): Promise<Answer> {
    const endpoints = this.#dev
    const method = this.moves.get(name)
    const { client, runLong } = call
    const { key, endpoint, dialect } = client
    if (method === undefined || endpoints === undefined) {
      throw toClientError(methodNotFound(name, this.#served), dialect)
    }
    requireOwnOrigin(client)
    const isClosed = () => client.isClosed()
    const isOwnView = call.view === endpoint
    const own = { key, endpoint, dialect, isOwnView, service: this.#service }
    const sign = signerFor({ ...call, ...own })
    const parts = { endpoints, runLong, isClosed, isControl: false, sign, scenario: undefined }
    const context = { key, endpoint, dialect, ...parts }
    return callControlMethod(method, params, context).catch((error: unknown) => {
      throw toClientError(error, dialect)
    })
  }
}
