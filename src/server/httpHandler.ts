import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { OmmerError } from '../primitives/errors.ts'
import { answerWithFaults, type GatedOptions } from '../rpc/answerWithFaults.ts'
import { answerBody } from '../rpc/envelope.ts'
import type { Caller } from '../rpc/exchange.ts'
import { byteLength, type Reply } from '../rpc/reply.ts'
import { isRootAddress, keyInPath } from './apiKey.ts'
import type { ClientMemory } from './clientMemory.ts'
import { EndOfRound } from './endOfRound.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import type { Delays } from './faults/delays.ts'
import { deliverHttp } from './faults/deliverHttp.ts'
import { sendReply } from './httpReply.ts'
import { type OriginRule, originOfPage } from './originRule.ts'
import { nextResponse } from './pendingResponses.ts'
import type { ReadTurns } from './readTurns.ts'
import type { Refusal } from './refusals.ts'
import * as refusals from './refusals.ts'
import type { Refuser } from './refuser.ts'
import { readBody } from './requestBody.ts'
import { isBehind, untilDrained } from './untilDrained.ts'

export interface HandlerOptions extends GatedOptions {
  readonly endpoints: EndpointRegistry
  /** the key that is assumed for requests to the root address; undefined where they get 404 */
  readonly rootKey?: string | undefined
  readonly refuser: Refuser
  /** of delayed responses */
  readonly delays: Delays
  /** the largest body, in bytes */
  readonly requestBytesMax: number
  /** how many bytes of unread responses a client may have before its requests wait */
  readonly backlogBytesMax: number
  readonly memory: ClientMemory
  readonly turns: ReadTurns
  /** which requests may change endpoints */
  readonly originRule: OriginRule
}

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
export function createHttpHandler(options: HandlerOptions): HttpHandler {
  const { refuser } = options
  const connectionEndpoints = new ConnectionEndpoints(options)
  const respond = createResponder()
  return (request, response, next) => {
    const keyGiven = keyInPath(request.url as string, '/v3/')
    const key = keyGiven ?? keyAtRoot(request, options)
    if (key === undefined) return next()
    if (request.method === 'OPTIONS') return sendPreflight(request, response, 'POST')
    const caller = connectionEndpoints.find(request.socket, key)
    if (caller === undefined) {
      // The owner has closed the endpoint of the root address.
      if (keyGiven === undefined) return next()
      return refuser.answer(response, refusals.unknownKey)
    }
    if (request.method !== 'POST') return refuser.answer(response, refusals.wrongVerb)
    const refusal = bodyRefusal(request, options.requestBytesMax)
    if (refusal !== undefined) return refuser.answer(response, refusal)
    if (request.readableEnded) return next(bodyAlreadyRead())
    const { requestBytesMax: bytesMax, turns } = options
    readBody(request, { bytesMax, memory: caller.memory, turns }, (body) => {
      if (body === undefined) refuser.answer(response, refusals.bodyTooLarge)
      else respond(body, caller, options, request, response, next)
    })
  }
}

/** Answers a body that was read. */
type Responder = (
  body: Uint8Array,
  caller: Caller,
  options: RespondingOptions,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (error: unknown) => void,
) => void

type RespondingOptions = GatedOptions & Pick<HandlerOptions, 'delays' | 'memory'>

/** The responses of each round of the event loop are sent together. */
export function createResponder(): Responder {
  const endOfRound = new EndOfRound()
  return (body, caller, options, request, response, fail) => {
    if (caller.endpoint.faults !== undefined || options.gate !== undefined) {
      deliverWithFaults(body, caller, options, request, response).catch(fail)
      return
    }
    // Before the call is answered: who waits for it is told when its response is sent.
    endOfRound.schedule()
    const reply = answerBody(body, caller, options)
    if (!(reply instanceof Promise)) {
      endOfRound.add(() => {
        send(request, response, reply, options, caller.endpoint)?.catch(fail)
      })
      return
    }
    reply.then((settled) => send(request, response, settled, options, caller.endpoint)).catch(fail)
  }
}

/** The key of a request to the root address; undefined for every other request, that for the page at `/` included. */
export function keyAtRoot(
  { method, url }: IncomingMessage,
  { rootKey }: Pick<HandlerOptions, 'rootKey'>,
): string | undefined {
  const isRpc = method === 'POST' || method === 'OPTIONS'
  return isRpc && rootKey !== undefined && isRootAddress(url as string) ? rootKey : undefined
}

/** @returns resolves when it is sent, unless it is sent already */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply | undefined,
  options: RespondingOptions,
  { activity }: Endpoint,
): Promise<void> | undefined {
  const { socket } = request
  const { memory } = options
  const countUnread = () => {
    if (socket.writableLength > 0) memory.of(socket).countUnread()
  }
  const sent = sendReply(request, response, reply)
  if (sent === undefined) {
    countUnread()
    return undefined
  }
  // The whole reply is in memory until it is compressed.
  const bytes = byteLength(reply ?? [])
  memory.of(socket).add(bytes)
  activity.begin('requests')
  return sent.then(countUnread).finally(() => {
    memory.of(socket).add(-bytes)
    activity.end('requests')
  })
}

/** Answers where calls have to pass a gate, or the endpoint has faults. */
async function deliverWithFaults(
  body: Uint8Array,
  caller: Caller,
  options: RespondingOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const delay = (milliseconds: number) =>
    options.delays.wait(milliseconds, caller.endpoint, request.socket)
  const { reply, delivery } = await answerWithFaults(body, caller, options, 'http', delay)
  if (delivery === undefined) await send(request, response, reply, options, caller.endpoint)
  else deliverHttp(response, delivery, reply)
}

/** The headers of a request whose connection has closed: its moves are refused. */
const NO_REQUEST = { origin: 'null' }

interface ConnectionOptions
  extends Pick<HandlerOptions, 'backlogBytesMax' | 'memory' | 'originRule'> {
  readonly endpoints: Pick<EndpointRegistry, 'find'>
}

/** Finds the endpoint of a request's key. The last one of each connection is cached, because clients seldom change keys. */
export class ConnectionEndpoints {
  readonly #options: ConnectionOptions
  readonly #callers = new WeakMap<Socket, Caller>()

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  find(socket: Socket, key: string): Caller | undefined {
    const cached = this.#callers.get(socket)
    // The time of this comparison tells a client only about the key that it has presented before.
    if (cached?.key === key && !cached.endpoint.isClosed) return cached
    const { endpoints, backlogBytesMax, memory, originRule } = this.#options
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
      isExplorer: false,
      // A connection has one request at a time in progress. Its headers are read only by calls that change something or
      // use filters, because most calls read.
      changeProblem: () => originRule.problemOf(nextResponse(socket)?.req.headers ?? NO_REQUEST),
      origin: () => originOfPage(nextResponse(socket)?.req.headers ?? NO_REQUEST),
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
