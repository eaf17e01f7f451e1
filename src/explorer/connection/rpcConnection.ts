import { type ReadonlySignal, signal } from '@preact/signals'
import { DisconnectedError, type ErrorObject, RpcError } from './rpcError.ts'

/** `open` again after `waiting` means that everything may have changed in between. */
export type ConnectionState =
  | { readonly phase: 'connecting' | 'open' | 'closed' }
  | { readonly phase: 'waiting' /** until the next attempt */; readonly milliseconds: number }

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What became of one call of a batch. */
export type CallResult =
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: Error; readonly result?: undefined }

/** The parts of a WebSocket that are used, so that tests can do without one. */
export interface Socket {
  onopen: ((event: Event) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  send(text: string): void
  close(): void
}

export interface ConnectionOptions {
  readonly address: string
  readonly createSocket?: ((address: string) => Socket) | undefined
  /** Calls back later, and returns what cancels it. */
  readonly later?: ((milliseconds: number, callback: () => void) => () => void) | undefined
}

interface PendingRequest {
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Subscription {
  readonly params: readonly unknown[]
  readonly listener: (result: unknown) => void
  readonly failed: (error: Error) => void
  /** as the server named it; undefined while there is none */
  id: string | undefined
}

const FIRST_DELAY = 250
const LONGEST_DELAY = 10_000

/** How many requests may wait for a response, or for the connection. */
const WAITING_MAX = 1_000

/**
 * A JSON-RPC connection over WebSocket. When it is lost, it connects again with growing delays and subscribes again to
 * what was subscribed. Requests that are made meanwhile wait; those that were sent before fail.
 */
export class RpcConnection {
  readonly #state = signal<ConnectionState>({ phase: 'connecting' })
  readonly #address: string
  readonly #createSocket: (address: string) => Socket
  readonly #later: (milliseconds: number, callback: () => void) => () => void
  #socket: Socket | undefined
  #cancelRetry: (() => void) | undefined
  #delay = FIRST_DELAY
  #nextId = 1
  readonly #pending = new Map<number, PendingRequest>()
  /** messages that wait for the connection, with the ids in them */
  #unsent: { readonly text: string; readonly ids: readonly number[] }[] = []
  readonly #subscriptions = new Set<Subscription>()
  /** those that are not answered yet */
  readonly #batches = new Set<readonly SentCall[]>()
  /** whether the server has refused a batch, perhaps for its length: then each call is a message of its own */
  #refusesBatches = false

  constructor({ address, createSocket = openWebSocket, later = setTimer }: ConnectionOptions) {
    this.#address = address
    this.#createSocket = createSocket
    this.#later = later
    this.#connect()
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state
  }

  /**
   * @throws {RpcError} if the server answers with an error
   * @throws {DisconnectedError} if the connection was lost before the response arrived
   */
  request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const id = this.#nextId
    this.#nextId += 1
    const result = this.#expect(id)
    this.#send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), [id])
    return result as Promise<T>
  }

  /** Sends several calls as one message. The outcomes are in the order of the calls; none makes the others fail. */
  batch(calls: readonly RpcCall[]): Promise<readonly CallResult[]> {
    if (calls.length === 0) return Promise.resolve([])
    const requests = calls.map(({ method, params }) => {
      const id = this.#nextId
      this.#nextId += 1
      return { jsonrpc: '2.0', id, method, params }
    })
    const outcomes = requests.map(({ id }) =>
      this.#expect(id).then(
        (result): CallResult => ({ result }),
        (error: Error): CallResult => ({ error }),
      ),
    )
    if (this.#refusesBatches) this.#sendEach(requests)
    else {
      const ids = requests.map(({ id }) => id)
      this.#batches.add(requests)
      this.#send(JSON.stringify(requests), ids)
    }
    return Promise.all(outcomes).finally(() => this.#batches.delete(requests))
  }

  /**
   * Subscribes, now and after each reconnection.
   *
   * @param failed called when the server refuses
   * @returns what ends the subscription
   */
  subscribe(
    params: readonly unknown[],
    listener: (result: unknown) => void,
    failed: (error: Error) => void = () => {},
  ): () => void {
    const subscription: Subscription = { params, listener, failed, id: undefined }
    this.#subscriptions.add(subscription)
    if (this.#state.value.phase === 'open') this.#startSubscription(subscription)
    return () => {
      this.#subscriptions.delete(subscription)
      this.#stopSubscription(subscription)
    }
  }

  /** Connects at once instead of after the delay. */
  retryNow(): void {
    if (this.#state.value.phase !== 'waiting') return
    this.#cancelRetry?.()
    this.#connect()
  }

  close(): void {
    this.#cancelRetry?.()
    this.#state.value = { phase: 'closed' }
    this.#unsent = []
    this.#forget()
    this.#socket?.close()
  }

  #connect(): void {
    this.#state.value = { phase: 'connecting' }
    const socket = this.#createSocket(this.#address)
    this.#socket = socket
    socket.onopen = () => this.#opened(socket)
    socket.onmessage = ({ data }) => this.#received(data)
    socket.onclose = () => this.#lost(socket)
  }

  #opened(socket: Socket): void {
    this.#delay = FIRST_DELAY
    this.#state.value = { phase: 'open' }
    for (const subscription of this.#subscriptions) this.#startSubscription(subscription)
    for (const { text } of this.#unsent.splice(0)) socket.send(text)
  }

  #lost(socket: Socket): void {
    if (this.#socket !== socket || this.#state.value.phase === 'closed') return
    this.#forget()
    const milliseconds = this.#delay
    this.#delay = Math.min(2 * milliseconds, LONGEST_DELAY)
    this.#state.value = { phase: 'waiting', milliseconds }
    this.#cancelRetry = this.#later(milliseconds, () => this.#connect())
  }

  /** Fails what was sent. What has not been sent yet still can be. */
  #forget(): void {
    for (const subscription of this.#subscriptions) subscription.id = undefined
    const unsent = new Set(this.#unsent.flatMap(({ ids }) => ids))
    for (const [id, { reject }] of this.#pending) {
      if (unsent.has(id)) continue
      this.#pending.delete(id)
      reject(new DisconnectedError('the connection was lost before the response arrived'))
    }
  }

  #expect(id: number): Promise<unknown> {
    if (this.#state.value.phase === 'closed') {
      return Promise.reject(new DisconnectedError('the connection is closed'))
    }
    if (this.#pending.size >= WAITING_MAX) {
      return Promise.reject(new DisconnectedError(`${WAITING_MAX} requests wait for a response`))
    }
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  #send(text: string, ids: readonly number[]): void {
    if (!ids.some((id) => this.#pending.has(id))) return
    if (this.#state.value.phase === 'open') this.#socket?.send(text)
    else this.#unsent.push({ text, ids })
  }

  #received(data: unknown): void {
    const message = parse(data)
    for (const each of Array.isArray(message) ? message : [message]) this.#handle(each)
  }

  #handle(message: unknown): void {
    if (typeof message !== 'object' || message === null) return
    if ('method' in message) this.#notify(message as Notification)
    else this.#settle(message as Response)
  }

  #sendEach(requests: readonly SentCall[]): void {
    for (const request of requests) this.#send(JSON.stringify(request), [request.id])
  }

  /** An error without an id is about a whole batch. */
  #batchRefused(): void {
    this.#refusesBatches = true
    const refused = [...this.#batches]
    this.#batches.clear()
    for (const requests of refused) this.#sendEach(requests)
  }

  #settle(response: Response): void {
    const { id, error, result } = response
    if (id === null) {
      this.#batchRefused()
      return
    }
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#pending.delete(id)
    if (error === undefined) pending.resolve(result)
    else pending.reject(new RpcError(error))
  }

  #notify({ params }: Notification): void {
    for (const { id, listener } of this.#subscriptions) {
      if (id !== undefined && id === params.subscription) listener(params.result)
    }
  }

  #startSubscription(subscription: Subscription): void {
    const socket = this.#socket
    this.request<string>('eth_subscribe', subscription.params).then(
      (id) => {
        if (this.#socket !== socket) return
        subscription.id = id
        if (!this.#subscriptions.has(subscription)) this.#stopSubscription(subscription)
      },
      (error: Error) => {
        if (!(error instanceof DisconnectedError)) subscription.failed(error)
      },
    )
  }

  #stopSubscription(subscription: Subscription): void {
    const { id } = subscription
    if (id === undefined || this.#state.value.phase !== 'open') return
    subscription.id = undefined
    // Nobody needs the answer: with the connection, the subscription ends as well.
    this.request('eth_unsubscribe', [id]).catch(() => {})
  }
}

interface Notification {
  readonly method: string
  readonly params: { readonly subscription: string; readonly result: unknown }
}

/** A request as it is sent. */
interface SentCall extends RpcCall {
  readonly jsonrpc: string
  readonly id: number
}

interface Response {
  readonly id: number | null
  readonly result?: unknown
  readonly error?: ErrorObject
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

function openWebSocket(address: string): Socket {
  return new WebSocket(address)
}

function setTimer(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}
