import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { OmmerError } from '../primitives/errors.ts'
import { answerWithFaults, type GatedOptions } from '../rpc/answerWithFaults.ts'
import { answerBody } from '../rpc/envelope.ts'
import type { Caller } from '../rpc/exchange.ts'
import type { Reply } from '../rpc/reply.ts'
import { keyInPath } from './apiKey.ts'
import type { ClientMemory } from './clientMemory.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import type { Delays } from './faults/delays.ts'
import { deliverHttp } from './faults/deliverHttp.ts'
import { sendReply } from './httpReply.ts'
import type { Refusal } from './refusals.ts'
import * as refusals from './refusals.ts'
import type { Refuser } from './refuser.ts'
import { readBody } from './requestBody.ts'
import { isBehind, untilDrained } from './untilDrained.ts'

export interface HandlerOptions extends GatedOptions {
  readonly endpoints: EndpointRegistry
  readonly refuser: Refuser
  /** of replies that are sent late */
  readonly delays: Delays
  /** the largest request, in bytes */
  readonly requestBytesMax: number
  /** how many bytes of answers may wait for a client before no more is done for it */
  readonly backlogBytesMax: number
  readonly memory: ClientMemory
}

/** What node:http calls, and what Express and Connect mount. */
export type HttpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Makes the handler of `POST /v3/<API_KEY>`; other paths are left to `next`. It is plain, and asked
 * before Express, because being called through Express costs several times what an answer does. An
 * application that mounts it does so before any body parser.
 */
export function createHttpHandler(options: HandlerOptions): HttpHandler {
  const { refuser } = options
  const doors = new ConnectionEndpoints(options)
  return (request, response, next) => {
    const key = keyInPath(request.url as string, '/v3/')
    if (key === undefined) return next()
    if (request.method === 'OPTIONS') return sendPreflight(request, response)
    const caller = doors.open(request.socket, key)
    if (caller === undefined) return refuser.answer(response, refusals.unknownKey)
    if (request.method !== 'POST') return refuser.answer(response, refusals.wrongVerb)
    const unreadable = bodyRefusal(request, options.requestBytesMax)
    if (unreadable !== undefined) return refuser.answer(response, unreadable)
    if (request.readableEnded) return next(bodyAlreadyRead())
    readBody(request, options.requestBytesMax, caller.memory, (body) => {
      if (body === undefined) return refuser.answer(response, refusals.bodyTooLarge)
      if (caller.endpoint.faults !== undefined || options.gate !== undefined) {
        deliverWithFaults(body, caller, options, request, response).catch(next)
        return
      }
      const reply = answerBody(body, caller, options)
      if (!(reply instanceof Promise)) return send(request, response, reply, options)
      reply.then((settled) => send(request, response, settled, options)).catch(next)
    })
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply | undefined,
  { memory }: HandlerOptions,
): void {
  sendReply(request, response, reply)
  const { socket } = request
  if (socket.writableLength > 0) memory.of(socket).countUnread()
}

/** Answers where calls have to pass a gate, or the endpoint has faults. */
async function deliverWithFaults(
  body: Uint8Array,
  caller: Caller,
  options: HandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const delay = (milliseconds: number) =>
    options.delays.wait(milliseconds, caller.endpoint, request.socket)
  const { reply, delivery } = await answerWithFaults(body, caller, options, 'http', delay)
  if (delivery === undefined) send(request, response, reply, options)
  else deliverHttp(response, delivery, reply)
}

/** Looks a key up once for each connection, and again where it presents another one. */
export class ConnectionEndpoints {
  readonly #options: HandlerOptions
  readonly #opened = new WeakMap<Socket, Caller>()

  constructor(options: HandlerOptions) {
    this.#options = options
  }

  open(socket: Socket, key: string): Caller | undefined {
    const opened = this.#opened.get(socket)
    // How long that takes tells a client nothing but what it has sent itself.
    if (opened?.key === key && !opened.endpoint.isClosed) return opened
    const { endpoints, backlogBytesMax, memory } = this.#options
    const access = endpoints.find(key)
    if (access === undefined) return undefined
    const caller: Caller = {
      key: access.key,
      endpoint: access.endpoint,
      dialect: access.dialect,
      connection: socket,
      isClosed: () => socket.destroyed,
      drained: () => (isBehind(socket, backlogBytesMax) ? untilDrained(socket) : undefined),
      memory: memory.of(socket),
      subscriptions: undefined,
    }
    this.#opened.set(socket, caller)
    return caller
  }
}

export function bodyAlreadyRead(): OmmerError {
  return new OmmerError('BODY_ALREADY_READ', 'mount this handler before any body parser')
}

const jsonTypes = /^application\/json(?:-rpc|request)?\s*(?:;|$)/i

/** Why a body is not worth reading, as far as its headers say. */
export function bodyRefusal({ headers }: IncomingMessage, bytesMax: number): Refusal | undefined {
  const {
    'content-type': type = '',
    'content-encoding': encoding,
    'content-length': bytes,
  } = headers
  if (type !== 'application/json' && !jsonTypes.test(type)) return refusals.wrongContentType
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refusals.unsupportedEncoding(encoding)
  }
  return Number(bytes) > bytesMax ? refusals.bodyTooLarge : undefined
}

/**
 * Lets a web page of any origin send requests: what a browser asks before it does (Fetch, CORS
 * protocol).
 */
function sendPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers':
      request.headers['access-control-request-headers'] ?? 'content-type',
    'Access-Control-Max-Age': '86400',
    Allow: 'POST, OPTIONS',
  })
  response.end()
}
