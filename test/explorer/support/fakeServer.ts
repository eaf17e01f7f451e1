import type { Socket } from '../../../src/explorer/connection/rpcConnection.ts'
import { RpcConnection } from '../../../src/explorer/connection/rpcConnection.ts'

/** Answers calls of a method; an error object is thrown. */
export type Methods = Readonly<Record<string, (...params: never[]) => unknown>>

interface Request {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** A JSON-RPC server in this process: it counts messages, and can drop its connections. */
export class FakeServer {
  /** each message that was received */
  readonly messages: (Request | Request[])[] = []
  /** whether a batch is answered with one error */
  refusesBatches = false
  readonly #methods: Methods
  readonly #sockets: FakeSocket[] = []
  readonly #timers: { readonly milliseconds: number; readonly callback: () => void }[] = []
  #subscriptions: { readonly id: string; readonly name: string; readonly socket: FakeSocket }[] = []

  constructor(methods: Methods) {
    this.#methods = methods
  }

  connect(): RpcConnection {
    return new RpcConnection({
      address: 'ws://test',
      createSocket: () => {
        const socket = new FakeSocket((text) => this.#receive(text, socket))
        this.#sockets.push(socket)
        return socket
      },
      later: (milliseconds, callback) => {
        const timer = { milliseconds, callback }
        this.#timers.push(timer)
        return () => {
          const index = this.#timers.indexOf(timer)
          if (index !== -1) this.#timers.splice(index, 1)
        }
      },
    })
  }

  /** Accepts the newest connection. */
  accept(): void {
    this.#sockets.at(-1)?.onopen?.()
  }

  /** Breaks the newest connection. */
  drop(): void {
    this.#subscriptions = []
    this.#sockets.at(-1)?.onclose?.()
  }

  /** The delays after which clients would connect again. */
  get delays(): readonly number[] {
    return this.#timers.map(({ milliseconds }) => milliseconds)
  }

  /** Lets the delays pass. */
  elapse(): void {
    for (const { callback } of this.#timers.splice(0)) callback()
  }

  /** How many connections were opened. */
  get connections(): number {
    return this.#sockets.length
  }

  get subscribed(): readonly string[] {
    return this.#subscriptions.map(({ name }) => name)
  }

  /** The methods of all requests, those of batches included. */
  get called(): readonly string[] {
    return this.messages.flat().map(({ method }) => method)
  }

  notify(name: string, result: unknown): void {
    for (const { id, socket } of this.#subscriptions.filter((each) => each.name === name)) {
      socket.deliver({ method: 'eth_subscription', params: { subscription: id, result } })
    }
  }

  #receive(text: string, socket: FakeSocket): void {
    const message = JSON.parse(text) as Request | Request[]
    this.messages.push(message)
    queueMicrotask(() => socket.deliver(this.#answerAll(message, socket)))
  }

  #answerAll(message: Request | Request[], socket: FakeSocket): unknown {
    if (!Array.isArray(message)) return this.#answer(message, socket)
    if (this.refusesBatches) return { id: null, error: { code: -32600, message: 'too many' } }
    return message.map((request) => this.#answer(request, socket))
  }

  #answer({ id, method, params }: Request, socket: FakeSocket): unknown {
    try {
      const call = this.#methods[method]
      if (method === 'eth_subscribe' && call === undefined) {
        const subscription = { id: `0x${id.toString(16)}`, name: String(params[0]), socket }
        this.#subscriptions.push(subscription)
        return { id, result: subscription.id }
      }
      if (method === 'eth_unsubscribe') {
        this.#subscriptions = this.#subscriptions.filter((each) => each.id !== params[0])
        return { id, result: true }
      }
      if (call === undefined) throw { code: -32601, message: `no method ${method}` }
      return { id, result: call(...(params as never[])) }
    } catch (error) {
      return { id, error }
    }
  }
}

class FakeSocket implements Socket {
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  readonly send: (text: string) => void

  constructor(send: (text: string) => void) {
    this.send = send
  }

  deliver(message: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  close(): void {
    this.onclose?.()
  }
}

/** Lets all promises that can settle do so. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}
