import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { answerSlowly } from '../rpc/answerSlowly.ts'
import { answerBody, type Caller } from '../rpc/envelope.ts'
import { notificationFault } from '../rpc/faults/notificationFault.ts'
import type { Client } from '../rpc/longWork.ts'
import { byteLength, type Reply } from '../rpc/reply.ts'
import { Subscriptions } from '../rpc/subscriptions/subscriptions.ts'
import { keyInPath } from './apiKey.ts'
import { closeWith, deliverMessage } from './faults/deliverMessage.ts'
import { wait } from './faults/wait.ts'
import { Heartbeat } from './heartbeat.ts'
import type { HandlerOptions } from './httpHandler.ts'
import { readWhatHasCome } from './readWhatHasCome.ts'
import * as refusals from './refusals.ts'
import { writeTextMessage } from './textMessage.ts'
import { untilDrained } from './untilDrained.ts'

export interface WebSocketOptions extends HandlerOptions {
  /** how often clients are asked whether they are there */
  readonly heartbeatSeconds: number
  /** how many subscriptions a client may have */
  readonly subscriptionsMax: number
  /** how long answers in flight may hold up a close */
  readonly closeSeconds: number
}

/** How long a client that has read all may take to close too, in milliseconds. */
const CLOSE_GRACE_MS = 500

/** How often a close looks whether a client has its answers, in milliseconds. */
const CLOSE_LOOK_MS = 10

/** WebSocket code 1001: the server goes away (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001

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
    this.#server = new WebSocketServer({ noServer: true, maxPayload: options.requestBytesMax })
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
    const endpoint = key === undefined ? undefined : endpoints.find(key)
    if (this.#closing) {
      refuser.hangUp(socket, refusals.closing)
    } else if (endpoint === undefined) {
      refuser.hangUp(socket, key === undefined ? refusals.unknownPath : refusals.unknownKey)
    } else {
      this.#server.handleUpgrade(request, socket, head, (client) => {
        this.#accept(client, request.socket, endpoint)
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
    await readWhatHasCome()
    const deadline = performance.now() + this.#options.closeSeconds * 1000
    await Promise.all([...this.#server.clients].map((client) => this.#letGo(client, deadline)))
    this.#server.close()
  }

  /** Finishes the answers in flight to the clients of one endpoint, and says goodbye to them; resolves when they are gone. */
  async letGoOf(endpoint: Endpoint): Promise<void> {
    const deadline = performance.now() + this.#options.closeSeconds * 1000
    const clients = this.#clientsOf(endpoint)
    await Promise.all(clients.map((client) => this.#letGo(client, deadline, 'endpoint')))
  }

  #clientsOf(endpoint: Endpoint): WebSocket[] {
    return [...this.#server.clients].filter((client) => this.#endpoints.get(client) === endpoint)
  }

  async #letGo(client: WebSocket, deadline: number, closing: Closing = 'server'): Promise<void> {
    const isOwed = this.#isOwed.get(client)
    while (client.readyState === client.OPEN && isOwed?.() && performance.now() < deadline)
      await delay(CLOSE_LOOK_MS)
    await closeClient(client, deadline, closing)
  }

  #accept(client: WebSocket, socket: Socket, endpoint: Endpoint): void {
    const options = this.#options
    const { backlogBytesMax, inFlight } = options
    const isBehind = (): boolean => client.bufferedAmount > backlogBytesMax
    const reader: Client = {
      connection: socket,
      isGone: () => client.readyState !== client.OPEN,
      whenRead: () => (isBehind() ? untilDrained(socket) : undefined),
    }
    const send = (reply: Reply | undefined): void => {
      if (reply === undefined || client.readyState !== client.OPEN) return
      writeTextMessage(socket, reply, byteLength(reply))
    }
    const subscriptions = new Subscriptions({
      endpoint,
      client: reader,
      max: options.subscriptionsMax,
      send: (message, { number }) => {
        const delivery = endpoint.faults && notificationFault(endpoint.faults, message, number)
        if (delivery === undefined) return send(message)
        deliverMessage({ client, socket, send }, delivery, message).catch(options.onInternalError)
      },
      drop: () => client.terminate(),
      onInternalError: options.onInternalError,
    })
    const { connection, isGone, whenRead } = reader
    // Put down as `Doors` does it: V8 is faster with callers of one shape than with those of two.
    const caller: Caller = { endpoint, connection, isGone, whenRead, subscriptions }
    const waiting: Buffer[] = []

    /** Answers what waits, as far as the client keeps up with reading. */
    const work = (): void => {
      while (waiting.length > 0 && !isBehind()) answer(waiting.shift() as Buffer)
      if (waiting.length === 0) client.resume()
      else void untilDrained(socket).then(work)
    }
    const answer = (message: Buffer): void => {
      if (endpoint.faults !== undefined || options.gate !== undefined) {
        answerInTime(message).catch(options.onInternalError)
        return
      }
      const reply = answerBody(message, caller, options)
      if (reply instanceof Promise) reply.then(send).catch(options.onInternalError)
      else send(reply)
    }
    const answerInTime = async (message: Buffer): Promise<void> => {
      const { reply, delivery } = await answerSlowly(message, caller, options, 'webSocket', wait)
      if (reply === undefined || delivery === undefined) send(reply)
      else await deliverMessage({ client, socket, send }, delivery, reply)
    }

    this.#endpoints.set(client, endpoint)
    this.#isOwed.set(
      client,
      () => inFlight.has(socket) || waiting.length > 0 || subscriptions.isTelling,
    )
    this.#heartbeat.watch(client, socket)
    client.on('message', (message: Buffer) => {
      if (waiting.length === 0 && !isBehind()) return answer(message)
      // Pausing stops the socket, not the messages that one read has brought already.
      if (waiting.push(message) > 1) return
      client.pause()
      void untilDrained(socket).then(work)
    })
    client.once('close', () => subscriptions.close())
    // Breaches of the protocol are closed with their code by ws; there is nobody else to tell.
    client.on('error', () => {})
  }
}

/**
 * Says goodbye, behind whatever the client has still to read.
 *
 * @param deadline when it is given up even if it is reading still
 */
function closeClient(client: WebSocket, deadline: number, closing: Closing): Promise<void> {
  return new Promise((resolve) => {
    let hadRead = client.bufferedAmount === 0
    const timer = setInterval(() => {
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
