import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Caller } from '../rpc/caller.ts'
import { Notifier } from '../rpc/faults/notifier.ts'
import { isLong } from '../rpc/longAnswers/longAnswer.ts'
import type { Client } from '../rpc/longWork.ts'
import type { Answered, AnsweredLong } from '../rpc/rpcService.ts'
import { Subscriptions } from '../rpc/subscriptions/subscriptions.ts'
import { isBehind, untilDrained } from './backlog.ts'
import type { ConnectionMemory } from './clientMemory.ts'
import { type CloseCause, closeClient } from './closeClient.ts'
import type { EndOfRound } from './endOfRound.ts'
import { deliverMessage } from './faults/deliverMessage.ts'
import { MessageTarget } from './faults/messageTarget.ts'
import type { HandlerContext } from './handlerContext.ts'
import type { Framing, MessageClient, PartialMessage } from './messageClient.ts'
import { MessageQueue } from './messageQueue.ts'

/** How often a close checks whether a client's last response is ready, in milliseconds. */
const PENDING_CHECK_MS = 10

/** WebSocket code 1013: the server is overloaded (IANA WebSocket Close Code Number Registry). */
const TRY_AGAIN_LATER = 1013

/** A client, and what is known of it. */
export interface ConnectedClient {
  readonly client: MessageClient
  readonly socket: Socket
  readonly framing: Framing
  readonly partial: PartialMessage
  readonly isExplorer: boolean
  /** of its page; undefined for programs */
  readonly origin: string | undefined
  /** why it may not change anything; undefined if it may */
  readonly changeProblem: string | undefined
}

/** One client that sends messages: answers its requests, and sends the notifications of its subscriptions. */
export class MessageConnection {
  readonly endpoint: Endpoint
  readonly client: MessageClient
  /** whether the client is the explorer, which does not count as a client under test */
  readonly isExplorer: boolean
  readonly #socket: Socket
  readonly #context: HandlerContext
  readonly #target: MessageTarget
  readonly #queue: MessageQueue
  readonly #notifier: Notifier
  readonly #subscriptions: Subscriptions
  readonly #caller: Caller

  /** @param endOfRound when responses are written */
  constructor(
    { client, socket, framing, partial, isExplorer, origin, changeProblem }: ConnectedClient,
    access: Access,
    context: HandlerContext,
    endOfRound: EndOfRound,
  ) {
    // Its subscriptions stay with one replica.
    const { endpoint } = (isExplorer ? undefined : access.pool?.home(socket)) ?? access
    const { turns, limits } = context
    const { queuedBytes: queuedBytesMax, backlogBytes: backlogBytesMax } = limits
    const memory = context.memory.of(socket)
    memory.close = () => this.#closeOverloaded()
    this.endpoint = endpoint
    this.client = client
    this.isExplorer = isExplorer
    this.#socket = socket
    this.#context = context
    this.#target = new MessageTarget({ endpoint, client, socket, framing, memory, endOfRound })
    this.#queue = new MessageQueue({
      client,
      socket,
      partial,
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
    this.#caller = this.#createCaller(access, reader, {
      changeProblem: () => changeProblem,
      origin: () => origin,
    })
    client.once('close', () => this.#subscriptions.close())
    // ws closes a client that breaks the protocol, with the code that the protocol has for it.
    client.on('error', () => {})
  }

  /** Sends the pending responses, and closes the connection; resolves when it is closed. */
  async close(deadline: number, cause: CloseCause): Promise<void> {
    const { client } = this
    while (client.readyState === client.OPEN && this.#isPending && performance.now() < deadline) {
      await sleep(PENDING_CHECK_MS)
    }
    await closeClient(client, deadline, cause)
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
      this.#context.inFlight.has(this.#socket) ||
      !this.#queue.isEmpty ||
      this.#target.isStreaming ||
      this.#subscriptions.isNotifying ||
      this.#notifier.isNotifying
    )
  }

  #answer(message: Buffer): void {
    const { rpc, onInternalError } = this.#context
    // Before the call is answered, so that waits for this call end after its response is sent.
    this.#target.hold()
    const answered = rpc.answer(message, this.#caller)
    if (answered instanceof Promise) answered.then(this.#deliver).catch(onInternalError)
    else this.#target.send(answered.reply)
  }

  readonly #deliver = async ({ reply, delivery }: Answered | AnsweredLong): Promise<void> => {
    if (isLong(reply)) await this.#target.sendLong(reply)
    else if (reply === undefined || delivery === undefined) this.#target.send(reply)
    else await deliverMessage(this.#target, delivery, reply, this.#context.delays)
  }

  #createNotifier(): Notifier {
    const { onInternalError, delays } = this.#context
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
    const { limits, onInternalError } = this.#context
    return new Subscriptions({
      endpoint: this.endpoint,
      client: reader,
      memory,
      max: limits.subscriptions,
      isExplorer: this.isExplorer,
      onInternalError,
      send: (notification) => this.#notifier.notify(notification),
      drop: () => this.client.terminate(),
    })
  }

  #createCaller(
    { key, endpoint, dialect, pool }: Access,
    reader: Client,
    { changeProblem, origin }: Pick<Caller, 'changeProblem' | 'origin'>,
  ): Caller {
    const { connection, isClosed, drained, memory } = reader
    const { delays } = this.#context
    // Members in the order of `ConnectionCallers`: V8 is faster with callers of one shape than with those of two.
    return {
      key,
      endpoint,
      dialect,
      connection,
      isClosed,
      drained,
      memory,
      transport: 'webSocket',
      subscriptions: this.#subscriptions,
      isExplorer: this.isExplorer,
      delay: (milliseconds) => delays.wait(milliseconds, endpoint, this.#socket),
      changeProblem,
      origin,
      pool,
      via: undefined,
    }
  }
}
