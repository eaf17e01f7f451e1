import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { Caller } from '../rpc/caller.ts'
import { isLong, type LongReply } from '../rpc/longAnswers/longAnswer.ts'
import { byteLength, type Reply } from '../rpc/reply.ts'
import type { Answered, AnsweredLong } from '../rpc/rpcService.ts'
import { isRootAddress, keyInPath } from './apiKey.ts'
import type { ClientMemory } from './clientMemory.ts'
import { EndOfRound } from './endOfRound.ts'
import { deliverHttp } from './faults/deliverHttp.ts'
import type { HandlerContext } from './handlerContext.ts'
import { sendReply } from './httpReply.ts'
import { originOfPage } from './originRule.ts'
import { nextResponse } from './pendingResponses.ts'
import type { Refusal } from './refusals.ts'
import * as refusals from './refusals.ts'
import { readBody } from './requestBody.ts'
import { isBehind, untilDrained } from './untilDrained.ts'

/** A request handler as Express and Connect mount it; with a `next` it serves node:http, too. */
export type HttpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Creates the handler of `POST /v3/<API_KEY>`, and of `POST /` where a key is assumed for it. Passes everything else to
 * `next`. It runs before Express, because routing through Express takes several times as long as answering. Applications
 * have to mount it before any body parser.
 */
export function createHttpHandler(context: HandlerContext): HttpHandler {
  const { refuser, turns } = context
  const { requestBytes: bytesMax } = context.limits
  const callers = new ConnectionCallers(context)
  const respond = createResponder(context)
  return (request, response, next) => {
    const keyGiven = keyInPath(request.url as string, '/v3/')
    const key = keyGiven ?? keyAtRoot(request, context)
    if (key === undefined) return next()
    if (request.method === 'OPTIONS') return sendPreflight(request, response, 'POST')
    const caller = callers.of(request.socket, key)
    if (caller === undefined) {
      // The owner has closed the endpoint of the root address.
      if (keyGiven === undefined) return next()
      return refuser.answer(response, refusals.unknownKey)
    }
    if (request.method !== 'POST') return refuser.answer(response, refusals.wrongVerb)
    const refusal = bodyRefusal(request, bytesMax)
    if (refusal !== undefined) return refuser.answer(response, refusal)
    if (request.readableEnded) return next(bodyAlreadyRead())
    readBody(request, { bytesMax, memory: caller.memory, turns }, (body) => {
      if (body === undefined) refuser.answer(response, refusals.bodyTooLarge)
      else respond(body, caller, request, response, next)
    })
  }
}

/** Answers a body that was read. */
type Responder = (
  body: Uint8Array,
  caller: Caller,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (error: unknown) => void,
) => void

/** The responses of each round of the event loop are sent together. */
function createResponder({ rpc, memory }: HandlerContext): Responder {
  const endOfRound = new EndOfRound()
  return (body, caller, request, response, fail) => {
    const deliver = ({ reply, delivery }: Answered | AnsweredLong): Promise<void> | undefined => {
      if (delivery === undefined) return send(request, response, reply, memory, caller.endpoint)
      deliverHttp(response, delivery, reply)
      return undefined
    }
    // Before the call is answered, so that waits for this call end after its response is sent.
    endOfRound.schedule()
    const answered = rpc.answer(body, caller)
    if (answered instanceof Promise) answered.then(deliver).catch(fail)
    else endOfRound.add(() => void deliver(answered)?.catch(fail))
  }
}

/** The key of a request to the root address; undefined for every other request, that for the page at `/` included. */
function keyAtRoot(
  { method, url }: IncomingMessage,
  { rootKey }: HandlerContext,
): string | undefined {
  const isRpc = method === 'POST' || method === 'OPTIONS'
  return isRpc && rootKey !== undefined && isRootAddress(url as string) ? rootKey : undefined
}

/**
 * Sends a reply, and counts its memory.
 *
 * @param headers as for `sendReply`
 * @returns resolves when it is sent, unless it is sent already
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply | LongReply | undefined,
  memory: ClientMemory,
  { activity }: Endpoint,
  headers?: readonly string[],
): Promise<void> | undefined {
  const { socket } = request
  const countUnread = () => {
    if (socket.writableLength > 0) memory.of(socket).countUnread()
  }
  const sent = sendReply(request, response, reply, headers)
  if (sent === undefined) {
    countUnread()
    return undefined
  }
  // The whole reply is in memory until it is compressed, unless it is long.
  const bytes = isLong(reply) ? 0 : byteLength(reply ?? [])
  memory.of(socket).add(bytes)
  activity.begin('requests')
  return sent.then(countUnread).finally(() => {
    memory.of(socket).add(-bytes)
    activity.end('requests')
  })
}

/** The headers of a request whose connection has closed: its moves are refused. */
const NO_REQUEST = { origin: 'null' }

/** The callers of connections. The last one of each connection is cached, because clients seldom change keys. */
export class ConnectionCallers {
  readonly #context: HandlerContext
  readonly #callers = new WeakMap<Socket, Caller>()

  constructor(context: HandlerContext) {
    this.#context = context
  }

  /** @returns undefined for an unknown key */
  of(socket: Socket, key: string): Caller | undefined {
    const cached = this.#callers.get(socket)
    // The time of this comparison tells a client only about the key that it has presented before.
    if (cached?.key === key && !cached.endpoint.isClosed) return cached
    const { endpoints, limits, memory, originRule, delays } = this.#context
    const access = endpoints.admit(key)
    if (access === undefined) return undefined
    const { endpoint } = access
    const caller: Caller = {
      key: access.key,
      endpoint,
      dialect: access.dialect,
      connection: socket,
      isClosed: () => socket.destroyed,
      drained: () => (isBehind(socket, limits.backlogBytes) ? untilDrained(socket) : undefined),
      memory: memory.of(socket),
      transport: 'http',
      subscriptions: undefined,
      isExplorer: false,
      delay: (milliseconds) => delays.wait(milliseconds, endpoint, socket),
      // A connection has one request at a time in progress. Its headers are read only by calls that change something or
      // use filters, because most calls read.
      changeProblem: () => originRule.problemOf(nextResponse(socket)?.req.headers ?? NO_REQUEST),
      origin: () => originOfPage(nextResponse(socket)?.req.headers ?? NO_REQUEST),
      pool: access.pool,
      via: undefined,
    }
    this.#callers.set(socket, caller)
    return caller
  }
}

export function bodyAlreadyRead(): OmmerError {
  return new OmmerError('BODY_ALREADY_READ', 'mount this handler before any body parser')
}

const jsonTypes = /^application\/json(?:-rpc|request)?\s*(?:;|$)/i

/** Why a body is refused by its header fields, before it is read; undefined if it is accepted. */
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
 * Answers the preflight of a browser, so that web pages of any origin may send requests (Fetch, CORS protocol).
 *
 * @param methods the HTTP methods of the address, as in a header
 */
export function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  methods: string,
): void {
  response.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers':
      request.headers['access-control-request-headers'] ?? 'content-type',
    'Access-Control-Max-Age': '86400',
    Allow: `${methods}, OPTIONS`,
  })
  response.end()
}
