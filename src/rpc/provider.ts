import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { View } from '../endpoint/view.ts'
import { faultsOf } from '../faults/endpointFaults.ts'
import type { FaultPlan } from '../faults/faultPlan.ts'
import { type Answer, decodeResult, encodeError, isError } from './answer.ts'
import type { ClientAccess, Dispatcher } from './dispatcher.ts'
import { type ErrorObject, errorOutcome, toErrorObject } from './errors.ts'
import { applyFaults } from './faults/applyFaults.ts'
import type { CallFault } from './faults/callFault.ts'
import { type Outcome, outcomeOf } from './faults/inProcess.ts'
import { Notifier } from './faults/notifier.ts'
import type { Gate } from './gate.ts'
import { type Client, type RunLong, runLong, uncounted } from './longWork.ts'
import { subscriptionMethods } from './methods/registry.ts'
import { type ProviderListener, ProviderListeners } from './providerListeners.ts'
import { ProviderRpcError } from './providerRpcError.ts'
import { respond, textOf } from './reply.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'

/** A request as EIP-1193 passes it to a provider. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** A provider as EIP-1193 defines it, which viem's `custom` transport and ethers' `BrowserProvider` take. */
export interface Provider {
  /**
   * | @returns the result as plain JSON values; each call returns its own copy
   *
   * @throws {ProviderRpcError}
   * @throws {NetworkError
   * SyntaxError} where a fault breaks what a client would receive over the network
   */
  request(call: RequestArguments): Promise<unknown>
}

/** An EIP-1193 provider that emits the notifications of its `eth_subscribe`. It shares its subscriptions with no other provider. */
export interface SubscribingProvider extends Provider {
  /**
   * Adds a listener for an event. The other events of EIP-1193 are accepted but never occur, because there are no accounts
   * and the chain id never changes.
   */
  on(event: 'message', listener: (message: EthSubscription) => void): this
  on(event: 'disconnect', listener: (error: ProviderRpcError) => void): this
  on(event: string, listener: (value: never) => void): this
  removeListener(event: string, listener: (value: never) => void): this
}

/** A notification of a subscription, as EIP-1193 defines it. */
export interface EthSubscription {
  readonly type: 'eth_subscription'
  readonly data: {
    /** the id that `eth_subscribe` returned */
    readonly subscription: string
    /** a header or a log, as plain JSON values */
    readonly result: unknown
  }
}

export interface ProviderOptions {
  /** resolves after the given time, or when the endpoint is closed: for delayed responses */
  readonly delay: (milliseconds: number, endpoint: Endpoint) => Promise<unknown>
  /** calls pass through it; undefined if there is none */
  readonly gate?: Gate | undefined
  /** how many subscriptions the provider may have */
  readonly subscriptionsMax: number
  /** receives errors that are bugs in the server */
  readonly onInternalError: (error: unknown) => void
}

/** The outcome of a call, and its delay. */
interface DelayedOutcome {
  readonly outcome: Outcome
  readonly latencyMs: number
}

/** EIP-1193: the provider is disconnected from the chain. */
const DISCONNECTED = 4900

const CLOSED: ErrorObject = { code: DISCONNECTED, message: 'the endpoint is closed' }

/** Answers requests to an endpoint in the same process, with the same methods as over the network. */
export class InProcessProvider implements SubscribingProvider {
  /** works when passed on without the object */
  readonly request: Provider['request']
  readonly #access: InProcessClient
  readonly #dispatcher: Dispatcher
  readonly #options: ProviderOptions
  #listeners: ProviderListeners | undefined
  #subscriptions: Subscriptions | undefined
  #notifier: Notifier | undefined
  #runLong: RunLong | undefined

  constructor(access: Access, dispatcher: Dispatcher, options: ProviderOptions) {
    this.#access = new InProcessClient(access)
    this.#dispatcher = dispatcher
    this.#options = options
    const { gate } = options
    const answer = this.#answer.bind(this)
    // Always an `async` function, by which web3.js recognizes a provider of EIP-1193.
    this.request = gate === undefined ? answer : async (call) => this.#pass(gate, call)
  }

  on(event: string, listener: (value: never) => void): this {
    if (this.#listeners === undefined) {
      this.#listeners = new ProviderListeners()
      this.#endpoint.onClose(() => void this.#finish())
    }
    this.#listeners.add(event, listener as ProviderListener)
    return this
  }

  removeListener(event: string, listener: (value: never) => void): this {
    this.#listeners?.remove(event, listener as ProviderListener)
    return this
  }

  async #pass(gate: Gate, call: RequestArguments): Promise<unknown> {
    if (this.#isMove(call)) return gate.alone(() => this.#answer(call))
    const { activity } = this.#endpoint
    activity.begin('requests')
    const passing = gate.pass(async (observed) => {
      const plan = faultsOf(this.#endpoint)
      const answered =
        plan === undefined || this.#endpoint.isClosed
          ? { outcome: { result: await this.#answer(call) }, latencyMs: 0 }
          : await this.#answerWithFaults(plan, call)
      const { outcome } = answered
      const { method, params } = call
      if ('result' in outcome && outcome.result !== null) {
        observed.push({ endpoint: this.#endpoint, method, params })
      }
      return answered
    })
    return this.#deliver(await passing.finally(() => activity.end('requests')))
  }

  async #answer(call: RequestArguments): Promise<unknown> {
    const endpoint = this.#endpoint
    if (endpoint.isClosed) throw new ProviderRpcError(CLOSED)
    const plan = faultsOf(endpoint)
    if (plan !== undefined && !this.#isMove(call)) {
      return this.#deliver(await this.#answerWithFaults(plan, call))
    }
    const { activity } = endpoint
    const { method, params } = call
    activity.begin('requests')
    const began = performance.now()
    try {
      const answer = await this.#call(endpoint, method, params)
      const result = decodeResult(answer)
      this.#count(call, 'ok', began, answer)
      return result
    } catch (error) {
      this.#count(call, errorOutcome(error), began, encodeError(toErrorObject(error)))
      throw new ProviderRpcError(toErrorObject(error), { cause: error })
    } finally {
      activity.end('requests')
    }
  }

  async #answerWithFaults(plan: FaultPlan, call: RequestArguments): Promise<DelayedOutcome> {
    const endpoint = this.#endpoint
    const { method, params } = call
    const source = { plan, endpoint, transport: 'inProcess' } as const
    const body = { calls: [{ method, params }], isBatch: false }
    endpoint.activity.begin('requests')
    const faulty = await applyFaults(source, body, async ([fault]) => {
      const answer = async (inTurn?: RunLong): Promise<Answer> => {
        const began = performance.now()
        try {
          const answered = await (fault as CallFault).answer(endpoint, method, (asked) =>
            this.#call(asked, method, params, inTurn),
          )
          const outcome = isError(answered) ? 'INJECTED_ERROR' : 'ok'
          this.#count(call, outcome, began, answered, fault)
          return answered
        } catch (error) {
          const answered = encodeError(toErrorObject(error))
          this.#count(call, errorOutcome(error), began, answered, fault)
          return answered
        }
      }
      // A call may wait for the outcome of earlier ones, so these must not have to wait for a time slice.
      const answered = plan.waits
        ? runLong(this.#access, (pause) => answer((task) => task(pause)))
        : answer()
      return [respond('1', await answered)]
    }).finally(() => endpoint.activity.end('requests'))
    return { outcome: outcomeOf(faulty), latencyMs: faulty.latencyMs }
  }

  /** Delivers an outcome after its delay, which does not block the gate. */
  async #deliver({ outcome, latencyMs }: DelayedOutcome): Promise<unknown> {
    if (latencyMs > 0) await this.#options.delay(latencyMs, this.#endpoint)
    if ('result' in outcome) return outcome.result
    throw 'failure' in outcome ? outcome.failure : new ProviderRpcError(outcome.error)
  }

  #call(
    asked: View,
    method: string,
    params: readonly unknown[] | undefined,
    inTurn?: RunLong,
  ): Answer | Promise<Answer> {
    this.#runLong ??= (task) => runLong(this.#access, task)
    // Created when needed: most providers never subscribe.
    if (subscriptionMethods.all.has(method)) this.#subscriptions ??= this.#createSubscriptions()
    return this.#dispatcher.call(
      this.#access,
      inTurn ?? this.#runLong,
      method,
      params,
      this.#subscriptions,
      asked,
    )
  }

  #count(
    { method, params }: RequestArguments,
    outcome: string,
    began: number,
    answer: Answer,
    fault?: CallFault,
  ): void {
    if (this.#dispatcher.moves.has(method)) return
    // In process, the name of a method may be any value.
    const name = typeof method === 'string' ? method : `a method of type ${typeof method}`
    this.#endpoint.activity.addCall(name, params, outcome, {
      transport: 'inProcess',
      began,
      milliseconds: performance.now() - began,
      answer,
      faults: fault?.applied,
    })
  }

  #isMove({ method }: RequestArguments): boolean {
    return this.#dispatcher.moves.has(method)
  }

  get #endpoint(): Endpoint {
    return this.#access.endpoint
  }

  #createSubscriptions(): Subscriptions {
    const { subscriptionsMax: max, onInternalError } = this.#options
    const endpoint = this.#endpoint
    const notifier = new Notifier({
      endpoint,
      transport: 'inProcess',
      send: (message) => {
        const listeners = this.#listeners
        if (!listeners?.has('message')) return
        const { params: data } = JSON.parse(textOf(message))
        listeners.emit('message', { type: 'eth_subscription', data } satisfies EthSubscription)
      },
      // In process, a fault of the connection can only lose the message.
      deliver: () => {},
      onInternalError,
    })
    this.#notifier = notifier
    return new Subscriptions({
      endpoint,
      client: this.#access,
      memory: uncounted,
      max,
      onInternalError,
      send: (notification) => notifier.notify(notification),
      drop: () => this.#disconnect({ code: DISCONNECTED, message: 'internal error' }),
    })
  }

  /** Sends the notifications of earlier moves, and then ends all subscriptions. */
  async #finish(): Promise<void> {
    while (this.#subscriptions?.isNotifying || this.#notifier?.isNotifying)
      await runLong(this.#access, async () => {})
    this.#disconnect(CLOSED)
  }

  #disconnect(reason: ErrorObject): void {
    this.#subscriptions?.close()
    this.#listeners?.emit('disconnect', new ProviderRpcError(reason))
  }
}

/** The client of an endpoint in the same process, which never disconnects. A class, because there may be thousands. */
class InProcessClient implements Client, ClientAccess {
  readonly key: string
  readonly endpoint: Endpoint
  readonly dialect: Access['dialect']

  constructor({ key, endpoint, dialect }: Access) {
    this.key = key
    this.endpoint = endpoint
    this.dialect = dialect
  }

  get connection(): object {
    return this.endpoint
  }

  get memory(): typeof uncounted {
    return uncounted
  }

  isClosed(): boolean {
    return false
  }

  drained(): undefined {}
}
