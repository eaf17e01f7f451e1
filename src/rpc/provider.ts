import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Caller } from './caller.ts'
import type { MethodCaller } from './dispatcher.ts'
import type { ErrorObject } from './errors.ts'
import { outcomeOf } from './faults/inProcess.ts'
import { Notifier } from './faults/notifier.ts'
import type { Gate } from './gate.ts'
import { InFlight } from './inFlight.ts'
import { runLong, uncounted } from './longWork.ts'
import { subscriptionMethods } from './methods/methodRegistry.ts'
import type { Observer } from './observer.ts'
import { type ProviderListener, ProviderListeners } from './providerListeners.ts'
import { ProviderRpcError } from './providerRpcError.ts'
import { textOf } from './reply.ts'
import { RpcService } from './rpcService.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'

/** A request as EIP-1193 passes it to a provider. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** A provider as EIP-1193 defines it, which viem's `custom` transport and ethers' `BrowserProvider` take. */
export interface Provider {
  /**
   * Calls a method.
   *
   * @returns the result as plain JSON values; each call returns its own copy
   * @throws {ProviderRpcError} with the error that the method answers with
   * @throws {NetworkError} if a fault breaks the connection that a client would have over the network
   * @throws {SyntaxError} if a fault makes the answer anything but JSON
   */
  request(call: RequestArguments): Promise<unknown>
}

/** An EIP-1193 provider that emits the notifications of its `eth_subscribe`. It shares its subscriptions with no other provider. */
export interface SubscribingProvider extends Provider {
  /**
   * Adds a listener: `message` is a notification of a subscription that this object has made, `disconnect` says that the
   * endpoint is closed. The other events of EIP-1193 are accepted but never occur.
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
  readonly dispatcher: MethodCaller
  /** calls pass through it; undefined if there is none */
  readonly gate?: Gate | undefined
  /** resolves after the given time, or when the endpoint is closed: for late answers */
  readonly delay: (milliseconds: number, endpoint: Endpoint) => Promise<unknown>
  /** how many subscriptions the provider may have */
  readonly subscriptionsMax: number
  /** receives errors that are bugs in the server */
  readonly onInternalError: (error: unknown) => void
}

/** EIP-1193: the provider is disconnected from the chain. */
const DISCONNECTED = 4900

const CLOSED: ErrorObject = { code: DISCONNECTED, message: 'the endpoint is closed' }

/** Metrics and logs are about the network: calls in process are not observed. */
const nobody: Observer = { answered() {}, refused() {} }

/**
 * What answers the calls of this process, as `RpcService` answers those of the network: without limits, because the caller
 * could take what it wants anyway.
 */
export function inProcessService({
  dispatcher,
  gate,
  onInternalError,
}: ProviderOptions): RpcService {
  return new RpcService({
    dispatcher,
    gate,
    onInternalError,
    observer: nobody,
    inFlight: new InFlight(Number.POSITIVE_INFINITY),
    answerBytesMax: Number.POSITIVE_INFINITY,
    valuesMax: Number.POSITIVE_INFINITY,
    batchSizeMax: Number.POSITIVE_INFINITY,
  })
}

/** Answers requests to an endpoint in the same process, with the same methods as over the network. */
export class InProcessProvider implements SubscribingProvider {
  /** works when passed on without the object */
  readonly request: Provider['request']
  readonly #caller: InProcessCaller
  readonly #options: ProviderOptions
  #listeners: ProviderListeners | undefined
  #notifier: Notifier | undefined

  /** @param service of `inProcessService`, which all providers of a server share */
  constructor(access: Access, service: RpcService, options: ProviderOptions) {
    this.#caller = new InProcessCaller(access, options)
    this.#options = options
    // An `async` function, by which web3.js recognizes a provider of EIP-1193.
    this.request = async ({ method, params }) => {
      const caller = this.#caller
      if (caller.endpoint.isClosed) throw new ProviderRpcError(CLOSED)
      // Created when needed: most providers never subscribe.
      if (subscriptionMethods.all.has(method)) caller.subscriptions ??= this.#createSubscriptions()
      const outcome = outcomeOf(await service.answerCall(method, params, caller))
      if ('result' in outcome) return outcome.result
      throw 'failure' in outcome ? outcome.failure : new ProviderRpcError(outcome.error)
    }
  }

  on(event: string, listener: (value: never) => void): this {
    if (this.#listeners === undefined) {
      this.#listeners = new ProviderListeners()
      this.#caller.endpoint.onClose(() => void this.#finish())
    }
    this.#listeners.add(event, listener as ProviderListener)
    return this
  }

  removeListener(event: string, listener: (value: never) => void): this {
    this.#listeners?.remove(event, listener as ProviderListener)
    return this
  }

  #createSubscriptions(): Subscriptions {
    const { subscriptionsMax: max, onInternalError } = this.#options
    const { pool, connection } = this.#caller
    const { endpoint } = pool?.home(connection) ?? this.#caller
    // With another replica the provider begins anew.
    if (pool !== undefined) endpoint.onClose(() => this.#leave())
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
      client: this.#caller,
      memory: uncounted,
      max,
      onInternalError,
      send: (notification) => notifier.notify(notification),
      drop: () => this.#disconnect({ code: DISCONNECTED, message: 'internal error' }),
    })
  }

  /** Sends the notifications of earlier moves, and then ends all subscriptions. */
  async #finish(): Promise<void> {
    while (this.#caller.subscriptions?.isNotifying || this.#notifier?.isNotifying)
      await runLong(this.#caller, async () => {})
    this.#disconnect(CLOSED)
  }

  /** The replica of a pool that had the subscriptions is closed. */
  #leave(): void {
    this.#disconnect(CLOSED)
    this.#caller.subscriptions = undefined
  }

  #disconnect(reason: ErrorObject): void {
    this.#caller.subscriptions?.close()
    this.#listeners?.emit('disconnect', new ProviderRpcError(reason))
  }
}

/** The client of an endpoint in the same process, which never disconnects. A class, because there may be thousands. */
class InProcessCaller implements Caller {
  readonly key: string
  readonly endpoint: Endpoint
  readonly dialect: Access['dialect']
  readonly pool: Access['pool']
  subscriptions: Subscriptions | undefined
  readonly #options: ProviderOptions

  constructor({ key, endpoint, dialect, pool }: Access, options: ProviderOptions) {
    this.key = key
    this.endpoint = endpoint
    this.dialect = dialect
    this.pool = pool
    this.#options = options
  }

  get transport(): 'inProcess' {
    return 'inProcess'
  }

  get connection(): object {
    return this.endpoint
  }

  get memory(): typeof uncounted {
    return uncounted
  }

  get isExplorer(): boolean {
    return false
  }

  isClosed(): boolean {
    return false
  }

  drained(): undefined {}

  delay(milliseconds: number): Promise<unknown> {
    return this.#options.delay(milliseconds, this.endpoint)
  }
}
