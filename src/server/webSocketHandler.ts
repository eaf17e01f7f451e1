import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { answerWithFaults } from '../rpc/answerWithFaults.ts'
import { answerBody } from '../rpc/envelope.ts'
import type { Caller } from '../rpc/exchange.ts'
import { Notifier } from '../rpc/faults/notifier.ts'
import type { Client } from '../rpc/longWork.ts'
import type { Reply } from '../rpc/reply.ts'
import { Subscriptions } from '../rpc/subscriptions/subscriptions.ts'
import { keyInPath } from './apiKey.ts'
import { drainPendingReads } from './drainPendingReads.ts'
import { closeWith, deliverMessage } from './faults/deliverMessage.ts'
import { MessageTarget } from './faults/messageTarget.ts'
import { Heartbeat } from './heartbeat.ts'
import type { HandlerOptions } from './httpHandler.ts'
import { MessageQueue } from './messageQueue.ts'
import * as refusals from './refusals.ts'
import { isBehind, untilDrained } from './untilDrained.ts'

export interface WebSocketOptions extends HandlerOptions {
  /** how often clients are asked whether they are there */
  readonly heartbeatSeconds: number
  /** how many bytes of one client's requests may be processed at a time */
  readonly queuedBytesMax: number
  /** how many subscriptions a client may have */
  readonly subscriptionsMax: number
  /** how long answers in flight may hold up a close */
  readonly closeSeconds: number
}

/** A message may arrive in so many pieces: one of 5 MiB in pieces of 320 bytes. Each costs some hundred bytes. */
const BUFFERED_CHUNKS_MAX = 16 * 1024

/** How long a client that has read all may take to close too, in milliseconds. */
const CLOSE_GRACE_MS = 500

/** How often a close looks whether a client has its answers, in milliseconds. */
const CLOSE_LOOK_MS = 10

/** WebSocket code 1001: the server goes away (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001

/** WebSocket code 1013: the server is overloaded (IANA WebSocket Close Code Number Registry). */
const TRY_AGAIN_LATER = 1013

/** Who goes away. */
type Closing = 'server' | 'endpoint'

/** Serves JSON-RPC on `/ws/v3/<API_KEY>`: one request, or one batch, a message. */
export class WebSocketHandler {
  readonly #options: WebSocketOptions
  // Compression stays off: it costs 300 KB a connection, and every answer anew.
  readonly #server: WebSocketServer
  readonly #heartbeat: Heartbeat
  /** whether a client has answers, or news that it has subscribed to, to come */
  readonly #isOwed = new WeakMap<WebSocket, () => boolean>()
  readonly #endpoints = new WeakMap<WebSocket, Endpoint>()
  #closing = false

  constructor(options: WebSocketOptions) {
    this.#options = options
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.requestBytesMax,
      maxBufferedChunks: BUFFERED_CHUNKS_MAX,
    })
    this.#server.on('wsClientError', ({ message }, socket, { method }) => {
      this.#options.refuser.hangUp(
        socket,
        method === 'GET' ? refusals.malformedHandshake(message) : refusals.wrongHandshakeVerb,
      )
    })
    this.#heartbeat = new Heartbeat(this.#server.clients, options.heartbeatSeconds)
  }

  /** How many there are. */
  get clientCount(): number {
    return this.#server.clients.size
  }

  /**
   * Closes all clients of an endpoint, as a fault wants it.
   *
   * @returns how many there were
   */
  closeClients(endpoint: Endpoint, code: number): number {
    const clients = this.#clientsOf(endpoint).filter((client) => client.readyState === client.OPEN)
    for (const client of clients) closeWith(client, code)
    return clients.length
  }

  /** To be called on an http server's `upgrade`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { endpoints, refuser } = this.#options
    const key = keyInPath(request.url as string, '/ws/v3/')
    const access = key === undefined ? undefined : endpoints.find(key)
    if (this.#closing) {
      refuser.hangUp(socket, refusals.closing)
    } else if (access === undefined) {
      refuser.hangUp(socket, key === undefined ? refusals.unknownPath : refusals.unknownKey)
    } else {
      this.#server.handleUpgrade(request, socket, head, (client) => {
        this.#accept(client, request.socket, access)
      })
    }
  }

  /**
   * Takes no more clients, finishes the answers in flight and says goodbye to each client when it has its own; resolves
   * when they are gone.
   */
  async close(): Promise<void> {
    this.#closing = true
    this.#heartbeat.stop()
    await drainPendingReads()
    const deadline = performance.now() + this.#options.closeSeconds * 1000
    await Promise.all([...this.#server.clients].map((client) => this.#letGo(client, deadline)))
    this.#server.close()
  }

  /** Finishes the answers in flight to the clients of one endpoint, and says goodbye to them; resolves when they are gone. */
  async closeClientsOf(endpoint: Endpoint): Promise<void> {
    const deadline = performance.now() + this.#options.closeSeconds * 1000
    const clients = this.#clientsOf(endpoint)
    // What was to come late and does not any more is sent first.
    await nextRound()
    await Promise.all(clients.map((client) => this.#letGo(client, deadline, 'endpoint')))
  }

  #clientsOf(endpoint: Endpoint): WebSocket[] {
    return [...this.#server.clients].filter((client) => this.#endpoints.get(client) === endpoint)
  }

  async #letGo(client: WebSocket, deadline: number, closing: Closing = 'server'): Promise<void> {
    const hasPendingResponse = this.#isOwed.get(client)
    while (
      client.readyState === client.OPEN &&
      hasPendingResponse?.() &&
      performance.now() < deadline
    )
      await sleep(CLOSE_LOOK_MS)
    await closeClient(client, deadline, closing)
  }

  #accept(client: WebSocket, socket: Socket, { key, endpoint, dialect }: Access): void {
    const options = this.#options
    const { backlogBytesMax, inFlight } = options
    const memory = options.memory.of(socket)
    memory.close = () => cutOff(client, socket)
    const queue = new MessageQueue({
      client,
      socket,
      memory,
      queuedBytesMax: options.queuedBytesMax,
      backlogBytesMax,
      process: (message) => answer(message),
    })
    const reader: Client = {
      connection: socket,
      isClosed: () => client.readyState !== client.OPEN,
      drained: () => (isBehind(socket, backlogBytesMax) ? untilDrained(socket) : undefined),
      memory: queue.processing,
    }
    const target = new MessageTarget(endpoint, client, socket, memory)
    const { onInternalError, delays } = options
    const notifier = new Notifier({
      endpoint,
      transport: 'webSocket',
      send: (message) => target.send(message),
      deliver: (message, delivery) => {
        deliverMessage(target, delivery, message, delays).catch(onInternalError)
      },
      onInternalError,
    })
    const send = (reply: Reply | undefined): void => target.send(reply)
    const delay = (milliseconds: number) => options.delays.wait(milliseconds, endpoint, socket)
    const subscriptions = new Subscriptions({
      endpoint,
      client: reader,
      memory,
      max: options.subscriptionsMax,
      send: (notification) => notifier.notify(notification),
      drop: () => client.terminate(),
      onInternalError: options.onInternalError,
    })
    const { connection, isClosed, drained } = reader
    // Written as `ConnectionEndpoints` writes it: V8 is faster with callers of one shape than with those of two.
    const caller: Caller = {
      key,
      endpoint,
      dialect,
      connection,
      isClosed,
      drained,
      memory: reader.memory,
      subscriptions,
    }
    const answer = (message: Buffer): void => {
      if (endpoint.faults !== undefined || options.gate !== undefined) {
        deliverWithFaults(message).catch(options.onInternalError)
        return
      }
      const reply = answerBody(message, caller, options)
      if (reply instanceof Promise) reply.then(send).catch(options.onInternalError)
      else send(reply)
    }
    const deliverWithFaults = async (message: Buffer): Promise<void> => {
      const { reply, delivery } = await answerWithFaults(
        message,
        caller,
        options,
        'webSocket',
        delay,
      )
      if (reply === undefined || delivery === undefined) send(reply)
      else await deliverMessage(target, delivery, reply, options.delays)
    }

    this.#endpoints.set(client, endpoint)
    this.#isOwed.set(
      client,
      () =>
        inFlight.has(socket) || !queue.isEmpty || subscriptions.isNotifying || notifier.isNotifying,
    )
    this.#heartbeat.watch(client, socket)
    client.once('close', () => subscriptions.close())
    // Breaches of the protocol are closed with their code by ws; there is nobody else to tell.
    client.on('error', () => {})
  }
}

/** Closes a connection that uses too much memory, at once: what it has to read would stay for as long as it likes. */
function cutOff(client: WebSocket, socket: Socket): void {
  if (socket.writableLength === 0) {
    client.close(TRY_AGAIN_LATER, 'too many bytes of requests and answers (limit clientBytes)')
  }
  client.terminate()
}

/**
 * Says goodbye, behind whatever the client has still to read.
 *
 * @param deadline when it is given up even if it is reading still
 */
function closeClient(client: WebSocket, deadline: number, closing: Closing): Promise<void> {
  // It may have gone while its answers were waited for.
  if (client.readyState === client.CLOSED) return Promise.resolve()
  return new Promise((resolve) => {
    let hadRead = client.bufferedAmount === 0
    const timer = setInterval(async () => {
      // A process that was held up for as long is late itself: it reads first what has arrived meanwhile.
      await drainPendingReads()
      const hasRead = client.bufferedAmount === 0
      const isInTime = performance.now() < deadline
      // Who has read all just now may take a while to close, too.
      if (!isInTime || (hasRead && hadRead)) client.terminate()
      hadRead = hasRead
    }, CLOSE_GRACE_MS)
    client.once('close', () => {
      clearInterval(timer)
      resolve()
    })
    client.resume()
    client.close(GOING_AWAY, `the ${closing} is closing`)
  })
}
