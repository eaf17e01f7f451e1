import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { answerWithFaults } from '../rpc/answerWithFaults.ts'
import { answerBody } from '../rpc/envelope.ts'
import type { Caller } from '../rpc/exchange.ts'
import { Notifier } from '../rpc/faults/notifier.ts'
import type { Client } from '../rpc/longWork.ts'
import type { Reply } from '../rpc/reply.ts'
import { Subscriptions } from '../rpc/subscriptions/subscriptions.ts'
import type { ConnectionMemory } from './clientMemory.ts'
import { type Closing, closeWebSocket } from './closeWebSocket.ts'
import type { EndOfRound } from './endOfRound.ts'
import { deliverMessage } from './faults/deliverMessage.ts'
import { MessageTarget } from './faults/messageTarget.ts'
import type { HandlerOptions } from './httpHandler.ts'
import { MessageQueue } from './messageQueue.ts'
import { originOfPage } from './originRule.ts'
import { isBehind, untilDrained } from './untilDrained.ts'

export interface WebSocketConnectionOptions extends HandlerOptions {
  /** how many bytes of one client's requests may be processed at a time */
  readonly queuedBytesMax: number
  /** whether the explorer is served, whose connections are told apart */
  readonly hasExplorer?: boolean | undefined
  /** how many subscriptions a client may have */
  readonly subscriptionsMax: number
}

/** Those of one connection. */
interface ConnectionOptions extends WebSocketConnectionOptions {
  /** when responses are written */
  readonly endOfRound: EndOfRound
}

/** The query by which the page of the explorer says that it is one. */
const explorerQuery = /\?(?:.*&)?explorer(?:[&=]|$)/

/** How often a close checks whether a client's last response is ready, in milliseconds. */
const PENDING_CHECK_MS = 10

/** WebSocket code 1013: the server is overloaded (IANA WebSocket Close Code Number Registry). */
const TRY_AGAIN_LATER = 1013

/** One WebSocket: answers its requests, and sends the notifications of its subscriptions. */
export class WebSocketConnection {
  readonly endpoint: Endpoint
  readonly client: WebSocket
  /** whether it is that of the explorer, which stays outside of what happens to clients under test */
  readonly isExplorer: boolean
  readonly #socket: Socket
  readonly #options: ConnectionOptions
  readonly #target: MessageTarget
  readonly #queue: MessageQueue
  readonly #notifier: Notifier
  readonly #subscriptions: Subscriptions
  readonly #caller: Caller

  /** @param handshake whose socket carries the WebSocket */
  constructor(
    client: WebSocket,
    { socket, headers, url }: IncomingMessage,
    access: Access,
    options: ConnectionOptions,
  ) {
    const { endpoint } = access
    const { queuedBytesMax, backlogBytesMax, turns } = options
    const memory = options.memory.of(socket)
    memory.close = () => this.#closeOverloaded()
    this.endpoint = endpoint
    this.client = client
    this.isExplorer = options.hasExplorer === true && explorerQuery.test(url as string)
    this.#socket = socket
    this.#options = options
    const { endOfRound } = options
    this.#target = new MessageTarget({ endpoint, client, socket, memory, endOfRound })
    this.#queue = new MessageQueue({
      client,
      socket,
      memory,
      turns,
      queuedBytesMax,
      backlogBytesMax,
      process: (message) => this.#answer(message),
    })
    this.#notifier = this.#createNotifier()
    const reader: Client = {
      connection: socket,
      isClosed: () => client.readyState !== client.OPEN,
      drained: () => (isBehind(socket, backlogBytesMax) ? untilDrained(socket) : undefined),
      memory: this.#queue.processing,
    }
    this.#subscriptions = this.#createSubscriptions(reader, memory)
    const origin = originOfPage(headers)
    const problem = options.originRule.problemOf(headers)
    this.#caller = this.#createCaller(access, reader, {
      changeProblem: () => problem,
      origin: () => origin,
    })
    client.once('close', () => this.#subscriptions.close())
    // ws closes a client that breaks the protocol, with the code that the protocol has for it.
    client.on('error', () => {})
  }

  /** Sends the pending responses, and closes the connection; resolves when it is closed. */
  async close(deadline: number, closing: Closing): Promise<void> {
    const { client } = this
    while (client.readyState === client.OPEN && this.#isPending && performance.now() < deadline) {
      await sleep(PENDING_CHECK_MS)
    }
    await closeWebSocket(client, deadline, closing)
  }

  /**
   * Closes the connection at once, as a fault does.
   *
   * @param code as the client sees it
   */
  closeWith(code: number): void {
    this.#target.close(code)
  }

  /** Closes the connection of a client that uses too much memory at once: unread responses would stay until it reads them. */
  #closeOverloaded(): void {
    this.#target.release()
    if (this.#socket.writableLength === 0) {
      const reason = 'too many bytes of requests and answers (limit clientBytes)'
      this.client.close(TRY_AGAIN_LATER, reason)
    }
    this.client.terminate()
  }

  /** Whether responses or notifications are still to be sent. */
  get #isPending(): boolean {
    return (
      this.#options.inFlight.has(this.#socket) ||
      !this.#queue.isEmpty ||
      this.#subscriptions.isNotifying ||
      this.#notifier.isNotifying
    )
  }

  #answer(message: Buffer): void {
    const { onInternalError, gate } = this.#options
    const hasFaults = this.endpoint.faults !== undefined && !this.isExplorer
    if (hasFaults || gate !== undefined) {
      this.#deliverWithFaults(message).catch(onInternalError)
      return
    }
    // Before the call is answered: who waits for it is told when its response is sent.
    this.#target.hold()
    const reply = answerBody(message, this.#caller, this.#options)
    if (reply instanceof Promise) reply.then(this.#send).catch(onInternalError)
    else this.#target.send(reply)
  }

  /** Answers where calls have to pass a gate, or faults may apply. */
  async #deliverWithFaults(message: Buffer): Promise<void> {
    const { delays } = this.#options
    const delay = (milliseconds: number) => delays.wait(milliseconds, this.endpoint, this.#socket)
    const { reply, delivery } = await answerWithFaults(
      message,
      this.#caller,
      this.#options,
      'webSocket',
      delay,
    )
    if (reply === undefined || delivery === undefined) this.#target.send(reply)
    else await deliverMessage(this.#target, delivery, reply, delays)
  }

  readonly #send = (reply: Reply | undefined): void => this.#target.send(reply)

  #createNotifier(): Notifier {
    const { onInternalError, delays } = this.#options
    return new Notifier({
      endpoint: this.endpoint,
      transport: 'webSocket',
      hasFaults: !this.isExplorer,
      send: (message) => this.#target.send(message),
      deliver: (message, delivery) => {
        deliverMessage(this.#target, delivery, message, delays).catch(onInternalError)
      },
      onInternalError,
    })
  }

  #createSubscriptions(reader: Client, memory: ConnectionMemory): Subscriptions {
    const { subscriptionsMax: max, onInternalError } = this.#options
    return new Subscriptions({
      endpoint: this.endpoint,
      client: reader,
      memory,
      max,
      isExplorer: this.isExplorer,
      onInternalError,
      send: (notification) => this.#notifier.notify(notification),
      drop: () => this.client.terminate(),
    })
  }

  #createCaller(
    { key, endpoint, dialect }: Access,
    reader: Client,
    { changeProblem, origin }: Pick<Caller, 'changeProblem' | 'origin'>,
  ): Caller {
    const { connection, isClosed, drained, memory } = reader
    const subscriptions = this.#subscriptions
    // Members in the order of `ConnectionEndpoints`: V8 is faster with callers of one shape than with those of two.
    return {
      key,
      endpoint,
      dialect,
      connection,
      isClosed,
      drained,
      memory,
      subscriptions,
      isExplorer: this.isExplorer,
      changeProblem,
      origin,
    }
  }
}
