import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { answerBody } from '../rpc/envelope.ts'
import { byteLength, type Reply } from '../rpc/reply.ts'
import { keyInPath } from './apiKey.ts'
import { Heartbeat } from './heartbeat.ts'
import type { HandlerOptions } from './httpHandler.ts'
import { readWhatHasCome } from './readWhatHasCome.ts'
import * as refusals from './refusals.ts'
import { writeTextMessage } from './textMessage.ts'

export interface WebSocketOptions extends HandlerOptions {
  /** how many bytes of answers may wait for a client before no more of its requests are read */
  readonly backlogBytesMax: number
  /** how often clients are asked whether they are there */
  readonly heartbeatSeconds: number
  /** how long answers in flight may hold up a close */
  readonly closeSeconds: number
}

/** How long a client that has read all may take to close too, in milliseconds. */
const CLOSE_GRACE_MS = 500

/** WebSocket code 1001: the server goes away (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001

/** Serves JSON-RPC on `/ws/v3/<API_KEY>`: one request, or one batch, a message. */
export class WebSocketHandler {
  readonly #options: WebSocketOptions
  // Compression stays off: it costs 300 KB a connection, and every answer anew.
  readonly #server: WebSocketServer
  readonly #heartbeat: Heartbeat
  readonly #unfinished = new Set<Promise<void>>()
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
   * Takes no more clients, finishes the answers in flight and says goodbye to all; resolves when
   * they are gone.
   */
  async close(): Promise<void> {
    this.#closing = true
    this.#heartbeat.stop()
    await readWhatHasCome()
    const closeMs = this.#options.closeSeconds * 1000
    const deadline = performance.now() + closeMs
    const expired = delay(closeMs, undefined, { ref: false })
    await Promise.race([Promise.all(this.#unfinished), expired])
    await Promise.all([...this.#server.clients].map((client) => closeClient(client, deadline)))
    this.#server.close()
  }

  #accept(client: WebSocket, socket: Socket, endpoint: Endpoint): void {
    const options = this.#options
    const caller = { endpoint, connection: socket }
    const waiting: Buffer[] = []

    /** Answers what waits, as far as the client keeps up with reading. */
    const work = (): void => {
      while (waiting.length > 0 && client.bufferedAmount <= options.backlogBytesMax) {
        answer(waiting.shift() as Buffer)
      }
      if (waiting.length === 0) client.resume()
    }
    const answer = (message: Buffer): void => {
      const reply = answerBody(message, caller, options)
      if (reply instanceof Promise) this.#finish(reply, send)
      else send(reply)
    }
    const send = (reply: Reply | undefined): void => {
      if (reply === undefined || client.readyState !== client.OPEN) return
      const bytes = byteLength(reply)
      // The answer that fills the backlog is the one whose departure is worth knowing of.
      const fills = client.bufferedAmount + bytes > options.backlogBytesMax
      writeTextMessage(socket, reply, bytes, fills ? work : undefined)
    }

    const pulse = this.#heartbeat.watch(client, socket)
    client.on('message', (message: Buffer) => {
      pulse.unanswered = 0
      if (client.bufferedAmount <= options.backlogBytesMax) return answer(message)
      // Pausing stops the socket, not the messages that one read has brought already.
      waiting.push(message)
      client.pause()
    })
    // Breaches of the protocol are closed with their code by ws; there is nobody else to tell.
    client.on('error', () => {})
  }

  /**
   * Sends an answer when it is there, and remembers that until it is done, so that a close can wait
   * for it.
   */
  #finish(reply: Promise<Reply | undefined>, send: (reply: Reply | undefined) => void): void {
    const finished = reply
      .then(send)
      .catch(this.#options.onInternalError)
      .finally(() => this.#unfinished.delete(finished))
    this.#unfinished.add(finished)
  }
}

/**
 * Says goodbye, behind whatever the client has still to read.
 *
 * @param deadline when it is given up even if it is reading still
 */
function closeClient(client: WebSocket, deadline: number): Promise<void> {
  return new Promise((resolve) => {
    let unread = client.bufferedAmount
    const timer = setInterval(() => {
      const isReading = client.bufferedAmount < unread && performance.now() < deadline
      unread = client.bufferedAmount
      if (!isReading) client.terminate()
    }, CLOSE_GRACE_MS)
    client.once('close', () => {
      clearInterval(timer)
      resolve()
    })
    client.resume()
    client.close(GOING_AWAY, 'the server is closing')
  })
}
