import type { Access } from '../endpoint/access.ts'
import type { View } from '../endpoint/view.ts'
import { type Answer, encodeResultText } from './answer.ts'
import { AnswerCache } from './answerCache.ts'
import { Discovery } from './discovery.ts'
import { RequestError } from './errors.ts'
import type { RunLong } from './longWork.ts'
import type { LogLimits, Method } from './method.ts'
import { type MethodSet, methodSets, subscriptionMethods } from './methods/registry.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'

export interface DispatcherOptions {
  readonly methods: MethodSet
  /** what `web3_clientVersion` says */
  readonly clientVersion: string
  /** of this package: what `rpc.discover` says */
  readonly version: string
  /** how many bytes of answers are kept */
  readonly cacheBytes: number
  readonly logLimits: LogLimits
}

/** Calls methods by their names. */
export interface MethodCaller {
  /** Whether a call does something beside answering, so that one without an id is not for nothing. */
  readonly hasEffects: boolean
  /**
   * Answers one call: at once where it can, else with a promise.
   *
   * @param access by which it was called
   * @param runLong by which it does what may take long
   * @param params as they came
   * @param subscriptions of the connection; undefined where it can carry no notifications
   * @param view from which it is answered; by default as the endpoint is, and another one where that has faults
   * @throws {RequestError}
   */
  call(
    access: Access,
    runLong: RunLong,
    methodName: string,
    params?: unknown,
    subscriptions?: Subscriptions,
    view?: View,
  ): Answer | Promise<Answer>
}

/** Calls the methods of the service. One serves any number of endpoints, which share its cache. */
export class Dispatcher implements MethodCaller {
  readonly hasEffects = false
  readonly #methods: ReadonlyMap<string, Method>
  readonly #clientVersion: string
  readonly #answers: AnswerCache
  readonly #discovery: Discovery
  readonly #logLimits: LogLimits

  constructor({ methods, clientVersion, version, cacheBytes, logLimits }: DispatcherOptions) {
    this.#methods = new Map([...methodSets[methods], ...subscriptionMethods[methods]])
    this.#clientVersion = clientVersion
    this.#answers = new AnswerCache(cacheBytes)
    this.#discovery = new Discovery({ methods, version })
    this.#logLimits = logLimits
  }

  /** How many bytes of answers are kept now. */
  get cachedBytes(): number {
    return this.#answers.bytes
  }

  get methodNames(): readonly string[] {
    return [...this.#methods.keys()]
  }

  call(
    access: Access,
    runLong: RunLong,
    methodName: string,
    given?: unknown,
    subscriptions?: Subscriptions,
    view: View = access.endpoint,
  ): Answer | Promise<Answer> {
    // As in geth null counts as left out.
    const params = given ?? []
    const method = this.#methods.get(methodName)
    if (method === undefined) {
      throw new RequestError(
        'METHOD_NOT_FOUND',
        `the method ${methodName} does not exist/is not available`,
      )
    }
    // By name is allowed in JSON-RPC, but no Ethereum method has names for its parameters.
    if (!Array.isArray(params)) throw new RequestError('INVALID_PARAMS', 'non-array args')
    const { dialect } = access
    const { recordedAnswers } = view
    if (recordedAnswers !== undefined && recordedAnswers.size > 0) {
      const recorded = recordedAnswers.get(methodName + JSON.stringify(params))
      if (recorded !== undefined) return encodeResultText(recorded)
    }
    return method(params, {
      view,
      dialect,
      answers: this.#answers,
      clientVersion: this.#clientVersion,
      discovery: this.#discovery,
      logLimits: this.#logLimits,
      runLong,
      subscriptions,
    })
  }
}
