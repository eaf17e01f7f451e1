import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { reportConnection } from '../primitives/sliceGate.ts'
import type { InFlight } from '../rpc/inFlight.ts'
import { closeHttpServer } from './closeHttpServer.ts'
import { Connections } from './connections.ts'
import { continueOnRead } from './continueOnRead.ts'
import type { HandlerContext } from './handlerContext.ts'
import { headRefusal } from './headRefusal.ts'
import { ignoreUpgrade } from './ignoreUpgrade.ts'
import { isPendingResponse, nextResponse, whenAnswered } from './pendingResponses.ts'
import { Pipelines } from './pipelines.ts'
import * as refusals from './refusals.ts'
import type { Refuser } from './refuser.ts'

/** How many connections above the limit are kept open to answer 503; any more are closed at once. */
const REFUSED_CONNECTIONS_MAX = 100

/** How many header fields of a request are kept: clients send far fewer, and thousands fit in 16 KB. Node 20 drops the rest. */
const HEADERS_MAX = 512

/** The longest interval between checks for requests that arrive too slowly, in milliseconds. */
const TIMEOUT_CHECK_MS = 5000

/** What answers requests and upgrades. */
export interface HttpRoutes {
  handleRequest(request: IncomingMessage, response: ServerResponse): void
  /** called for upgrades to WebSocket only */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

type HttpContext = Pick<HandlerContext, 'refuser' | 'inFlight' | 'memory' | 'limits'>

export interface HttpServer {
  readonly server: Server
  /** how many are open, those of WebSocket clients included */
  readonly connectionCount: number
  /**
   * Serves a connection that another process has accepted.
   *
   * @param head what that process has read of it
   */
  take(socket: Socket, head: Uint8Array): void
  /** Stops listening, sends the responses to requests in progress, and closes every connection. */
  close(): Promise<void>
}

/** Creates the server that accepts every request and upgrade. It does not listen yet. */
export function createHttpServer(context: HttpContext, routes: HttpRoutes): HttpServer {
  const { refuser, inFlight, limits } = context
  const connections = new Connections(limits.connections)
  const pipelines = new Pipelines(context.memory)
  const server = createServer({
    keepAliveTimeout: limits.idleSeconds * 1000,
    headersTimeout: limits.headersSeconds * 1000,
    requestTimeout: limits.requestSeconds * 1000,
    // Its own refusal has no body.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, limits.headersSeconds * 500),
  })
  server.maxHeadersCount = HEADERS_MAX
  server.maxConnections = limits.connections + REFUSED_CONNECTIONS_MAX
  server.on('connection', (socket) => {
    reportConnection()
    connections.add(socket)
  })
  handleRequests(server, connections, pipelines, refuser, routes)
  handleUpgrades(server, connections, refuser, routes)
  refuseMalformed(server, refuser)
  closeIdle(server, inFlight, limits.idleSeconds)
  return {
    server,
    get connectionCount() {
      return connections.admittedCount
    },
    take: (socket, head) => {
      if (!server.listening || connections.count >= server.maxConnections) {
        socket.destroy()
        return
      }
      // As node:http creates them.
      socket.allowHalfOpen = true
      socket.setNoDelay(true)
      server.emit('connection', socket)
      socket.emit('data', Buffer.from(head))
    },
    close: () => {
      const { closeSeconds } = limits
      return closeHttpServer(server, { connections, pipelines, inFlight, closeSeconds })
    },
  }
}

/** Answers the requests of each connection one after the other. */
function handleRequests(
  server: Server,
  connections: Connections,
  pipelines: Pipelines,
  refuser: Refuser,
  { handleRequest }: HttpRoutes,
): void {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    pipelines.handleInOrder(request, response, () => {
      const { socket } = request
      const refusal = connections.isRefused(socket)
        ? refusals.tooManyConnections
        : headRefusal(request)
      // During a close this is the connection's last response. A client that knows it does not send another request,
      // which would be lost.
      const isLast = !server.listening && !pipelines.isWaiting(socket)
      if (refusal !== undefined || isLast) response.shouldKeepAlive = false
      if (refusal !== undefined) refuser.answer(response, refusal)
      else handleRequest(request, response)
    })
  }
  server.on('request', handle)
  server.on('checkContinue', (request, response) => {
    continueOnRead(request, response)
    handle(request, response)
  })
  server.on('checkExpectation', (_request, response) => {
    refuser.answer(response, refusals.unknownExpectation)
  })
}

/** Passes upgrades to WebSocket on, once the requests before them are answered; ignores all other upgrades. */
function handleUpgrades(
  server: Server,
  connections: Connections,
  refuser: Refuser,
  { handleUpgrade }: HttpRoutes,
): void {
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      ignoreUpgrade(server, request, socket, head)
      return
    }
    const refusal = connections.isRefused(socket)
      ? refusals.tooManyConnections
      : headRefusal(request)
    if (refusal !== undefined) {
      refuser.refuseSocket(socket, refusal)
      return
    }
    connections.markUpgraded(socket)
    handleUpgrade(request, socket, head)
  }
  server.on('upgrade', (request, socket, head) => {
    if (!isPendingResponse(socket)) return upgrade(request, socket, head)
    // node:http no longer listens to the socket, though it still has responses to write.
    const onError = () => {}
    const onTimeout = () => server.emit('timeout', socket)
    socket.on('error', onError).on('timeout', onTimeout)
    whenAnswered(socket, () => {
      socket.off('error', onError).off('timeout', onTimeout)
      upgrade(request, socket, head)
    })
  })
}

/** Refuses what node:http cannot parse, once the requests before it are answered. */
function refuseMalformed(server: Server, refuser: Refuser): void {
  const failed = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Whatever follows on this connection causes the same error again.
    if (failed.has(socket)) return
    failed.add(socket)
    const refusal = refusals.byParserError[error.code ?? ''] ?? refusals.malformedRequest
    // Sent now, the client would take the refusal for the response to an earlier request.
    whenAnswered(socket, () => refuser.refuseSocket(socket, refusal))
  })
}

/**
 * Closes connections on which nothing was read or written for a while, unless a request is still arriving, whose time has a
 * limit of its own, or the server is preparing a response.
 */
function closeIdle(server: Server, inFlight: InFlight, idleSeconds: number): void {
  const idleMs = idleSeconds * 1000
  server.setTimeout(idleMs, (socket) => {
    const isArriving = nextResponse(socket)?.req.complete === false
    // A client that does not read its response would keep it in memory for ever.
    const isInUse = (isArriving || inFlight.has(socket)) && socket.writableLength === 0
    if (isInUse) socket.setTimeout(idleMs)
    else socket.destroy()
  })
}
