import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { faultsOf } from '../faults/endpointFaults.ts'
import type { FaultPlan } from '../faults/faultPlan.ts'
import { type Answer, decodeResult } from './answer.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type ErrorObject, toErrorObject } from './errors.ts'
import { applyFaults } from './faults/applyFaults.ts'
import type { CallFault } from './faults/callFault.ts'
import { answerOrError, type Outcome, outcomeOf } from './faults/inProcess.ts'
import { Notifier } from './faults/notifier.ts'
import type { Gate } from './gate.ts'
import { type Client, type RunLong, runLong, uncounted } from './longWork.ts'
import { subscriptionMethods } from './methods/registry.ts'
import { type ProviderListener, ProviderListeners } from './providerListeners.ts'
import { ProviderRpcError } from './providerRpcError.ts'
import { respond, textOf } from './reply.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'

/** What EIP-1193 passes to a provider. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** What answers as EIP-1193 has it: what viem's `custom` transport and ethers' `BrowserProvider` take. */
export interface Provider {
  /**
   * @returns the result as plain JSON values, a copy of the caller's own
   * @throws {ProviderRpcError}
   * @throws {NetworkError | SyntaxError} where a fault wants it, and what came over the network would break so
   */
  request(call: RequestArguments): Promise<unknown>
}

/** An EIP-1193 provider that emits the notifications of its own subscriptions. */
export interface SubscribingProvider extends Provider {
  /**
   * Calls a listener at each event. The other events of EIP-1193 may be listened to, and are never emitted: there are no
   * accounts, and the chain stays the same.
   */
  on(event: 'message', listener: (message: EthSubscription) => void): this
  on(event: 'disconnect', listener: (error: ProviderRpcError) => void): this
  on(event: string, listener: (value: never) => void): this
  removeListener(event: string, listener: (value: never) => void): this
}

/** A notification, as EIP-1193 has it. */
export interface EthSubscription {
  readonly type: 'eth_subscription'
  readonly data: {
    /** what `eth_subscribe` has answered */
    readonly subscription: string
    /** a header or a log, as plain JSON values */
    readonly result: unknown
  }
}

export interface ProviderOptions {
  /** resolves after so many milliseconds, or when the endpoint is closed: for late replies */
  readonly delay: (milliseconds: number, endpoint: Endpoint) => Promise<unknown>
  /** what calls have to pass, if anything */
  readonly gate?: Gate | undefined
  /** how many subscriptions there may be at a time */
  readonly subscriptionsMax: number
  /** told of an error that is ours */
  readonly onInternalError: (error: unknown) => void
}

/** What a call is answered, and how late. */
interface DelayedOutcome {
  readonly outcome: Outcome
  readonly latencyMs: number
}

/** EIP-1193: the provider is cut off from its chain. */
const DISCONNECTED = 4900

const CLOSED: ErrorObject = { code: DISCONNECTED, message: 'the endpoint is closed' }

/** Has an endpoint answer in the same process, by the same methods as over the network. */
export class InProcessProvider implements SubscribingProvider {
  /** bound: it is handed on without the object */
  readonly request: Provider['request']
  readonly #access: Access
  readonly #dispatcher: Dispatcher
  readonly #options: ProviderOptions
  #listeners: ProviderListeners | undefined
  #subscriptions: Subscriptions | undefined
  #notifier: Notifier | undefined
  #runLong: RunLong | undefined

  constructor(access: Access, dispatcher: Dispatcher, options: ProviderOptions) {
    this.#access = access
    this.#dispatcher = dispatcher
    this.#options = options
    const { gate } = options
    const answer = this.#answer.bind(this)
    // An `async` function either way: by that web3.js tells a provider of EIP-1193 from those of old.
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
    const passed = await gate.pass(async (observed) => {
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
    return this.#deliver(passed)
  }

  async #answer(call: RequestArguments): Promise<unknown> {
    const endpoint = this.#endpoint
    if (endpoint.isClosed) throw new ProviderRpcError(CLOSED)
    const plan = faultsOf(endpoint)
    if (plan !== undefined) return this.#deliver(await this.#answerWithFaults(plan, call))
    try {
      return decodeResult(await this.#call(endpoint, call.method, call.params))
    } catch (error) {
      throw new ProviderRpcError(toErrorObject(error), { cause: error })
    }
  }

  async #answerWithFaults(
    plan: FaultPlan,
    { method, params }: RequestArguments,
  ): Promise<DelayedOutcome> {
    const endpoint = this.#endpoint
    const source = { plan, endpoint, transport: 'inProcess' } as const
    const body = { calls: [{ method, params }], isBatch: false }
    const faulty = await applyFaults(source, body, async ([fault]) => {
      const answer = (inTurn?: RunLong) =>
        answerOrError(() =>
          (fault as CallFault).answer(endpoint, method, (asked) =>
            this.#call(asked, method, params, inTurn),
          ),
        )
      // A call may wait for what came of those before it, which must not have to wait for a turn of its own.
      const answered = plan.waits
        ? runLong(this.#client, (pause) => answer((task) => task(pause)))
        : answer()
      return [respond('1', await answered)]
    })
    return { outcome: outcomeOf(faulty), latencyMs: faulty.latencyMs }
  }

  /** On its way it holds up nobody else at a gate. */
  async #deliver({ outcome, latencyMs }: DelayedOutcome): Promise<unknown> {
    if (latencyMs > 0) await this.#options.delay(latencyMs, this.#endpoint)
    if ('result' in outcome) return outcome.result
    throw 'failure' in outcome ? outcome.failure : new ProviderRpcError(outcome.error)
  }

  #call(
    asked: Endpoint,
    method: string,
    params: readonly unknown[] | undefined,
    inTurn?: RunLong,
  ): Answer | Promise<Answer> {
    this.#runLong ??= (task) => runLong(this.#client, task)
    // Most never subscribe, and need not pay for it.
    if (subscriptionMethods.all.has(method)) this.#subscriptions ??= this.#createSubscriptions()
    return this.#dispatcher.call(
      asked === this.#endpoint ? this.#access : { ...this.#access, endpoint: asked },
      inTurn ?? this.#runLong,
      method,
      params,
      this.#subscriptions,
    )
  }

  get #endpoint(): Endpoint {
    return this.#access.endpoint
  }

  get #client(): Client {
    return {
      connection: this.#endpoint,
      isClosed: () => false,
      drained: () => undefined,
      memory: uncounted,
    }
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
      // Without a connection there is but one thing to be done with it: it is lost.
      deliver: () => {},
      onInternalError,
    })
    this.#notifier = notifier
    return new Subscriptions({
      endpoint,
      client: this.#client,
      memory: uncounted,
      max,
      onInternalError,
      send: (notification) => notifier.notify(notification),
      drop: () => this.#disconnect({ code: DISCONNECTED, message: 'internal error' }),
    })
  }

  /** Sends the notifications of what has happened by now, and then says that there will be no more. */
  async #finish(): Promise<void> {
    while (this.#subscriptions?.isNotifying || this.#notifier?.isNotifying)
      await runLong(this.#client, async () => {})
    this.#disconnect(CLOSED)
  }

  #disconnect(reason: ErrorObject): void {
    this.#subscriptions?.close()
    this.#listeners?.emit('disconnect', new ProviderRpcError(reason))
  }
}
