import { once } from 'node:events'
import { WebSocket } from 'ws'

/** The content of an `eth_subscription` notification. */
export interface Notification {
  readonly subscription: string
  readonly result: Record<string, unknown>
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Notification
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** A WebSocket client that stores its notifications. */
export class Subscriber {
  readonly socket: WebSocket
  readonly #answers = new Map<number, (message: Message) => void>()
  #received: Notification[] = []
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (text) => {
      const message: Message | readonly Message[] = JSON.parse(String(text))
      if (Array.isArray(message)) this.#answers.get(message[0].id)?.(message[0])
      else this.#take(message as Message)
    })
  }

  static async open(wsUrl: string): Promise<Subscriber> {
    const socket = new WebSocket(wsUrl)
    await once(socket, 'open')
    return new Subscriber(socket)
  }

  /** @returns the result, or the error */
  async ask(method: string, ...params: unknown[]): Promise<unknown> {
    const { result, error } = await this.#send((id) => ({ jsonrpc: '2.0', id, method, params }))
    return error ?? result
  }

  subscribe(...params: unknown[]): Promise<string> {
    return this.ask('eth_subscribe', ...params) as Promise<string>
  }

  /** All notifications since the last call. Call this after each move of the head. */
  async received(): Promise<readonly Notification[]> {
    // A batch is long work, so pending notifications are sent before its response.
    await this.#send((id) => [{ jsonrpc: '2.0', id, method: 'eth_chainId' }])
    const received = this.#received
    this.#received = []
    return received
  }

  #take(message: Message): void {
    if (message.params !== undefined) this.#received.push(message.params)
    else this.#answers.get(message.id as number)?.(message)
  }

  #send(body: (id: number) => unknown): Promise<Message> {
    const id = ++this.#lastId
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve))
    this.socket.send(JSON.stringify(body(id)))
    return answer
  }
}
