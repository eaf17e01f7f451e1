import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { InFlight } from '../rpc/inFlight.ts'
import type { ClientMemory } from './clientMemory.ts'
import { continueOnRead } from './continueOnRead.ts'
import { drainPendingReads } from './drainPendingReads.ts'
import { ignoreUpgrade } from './ignoreUpgrade.ts'
import { isPendingResponse, whenAnswered } from './pendingResponses.ts'
import { Pipelines } from './pipelines.ts'
import * as refusals from './refusals.ts'
import type { Refuser } from './refuser.ts'

/** How long requests that are still coming in may hold up a close, in milliseconds. */
const CLOSE_GRACE_MS = 1000

/** How many connections above the limit are kept until they are told so; any more are closed at once. */
const REFUSED_CONNECTIONS_MAX = 100

/** How many headers of a request are kept: no client sends so many, and thousands fit in 16 KB. Node 20 ignores any further. */
const HEADERS_MAX = 512

/** How often a close looks for connections that have become idle, in milliseconds. */
const IDLE_LOOK_MS = 50

/** How often it is looked for connections that have taken too long, at most, in milliseconds. */
const TIMEOUT_CHECK_MS = 5000

export interface HttpServerOptions {
  readonly handleRequest: (request: IncomingMessage, response: ServerResponse) => void
  /** told of offers of WebSocket alone */
  readonly handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly refuser: Refuser
  /** whom a close waits for */
  readonly inFlight: InFlight
  readonly memory: ClientMemory
  /** WebSocket clients included */
  readonly connectionsMax: number
  /** how long a request's head may take to come */
  readonly headersSeconds: number
  /** how long a request may take to come */
  readonly requestSeconds: number
  /** how long a connection may be idle between requests */
  readonly idleSeconds: number
  /** how long answers in flight may hold up a close */
  readonly closeSeconds: number
}

export interface HttpServer {
  readonly server: Server
  /** how many are open, those of WebSocket clients included */
  readonly connectionCount: number
  /** Stops listening, and lets every connection go once it is answered, or is not to be. */
  close(): Promise<void>
}

/** Makes the server that requests and upgrades come in by. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { handleRequest, handleUpgrade, refuser, connectionsMax } = options
  // node:http loses sight of connections that are upgraded.
  const connections: Connections = {
    admitted: new Set(),
    refused: new Set(),
    upgraded: new WeakSet(),
  }
  const { admitted, refused, upgraded } = connections
  const pipelines = new Pipelines(options.memory)
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    pipelines.handleInOrder(request, response, () => {
      const { socket } = request
      const isRefused = refused.has(socket)
      // During a close this answer is the connection's last, and who is told does not send another
      // request that is lost.
      const isLast = !server.listening && !pipelines.isWaiting(socket)
      if (isRefused || isLast) response.shouldKeepAlive = false
      if (isRefused) refuser.answer(response, refusals.tooManyConnections)
      else handleRequest(request, response)
    })
  }
  const server = createServer(
    {
      keepAliveTimeout: options.idleSeconds * 1000,
      headersTimeout: options.headersSeconds * 1000,
      requestTimeout: options.requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, options.headersSeconds * 500),
    },
    handle,
  )
  // A client that reads nothing would keep its place for ever, and the answers in flight wait for it to read.
  server.setTimeout(options.idleSeconds * 1000, (socket) => {
    const isWorkedFor = options.inFlight.has(socket) && socket.writableLength === 0
    if (isWorkedFor) socket.setTimeout(options.idleSeconds * 1000)
    else socket.destroy()
  })
  server.maxHeadersCount = HEADERS_MAX
  server.maxConnections = connectionsMax + REFUSED_CONNECTIONS_MAX
  server.on('checkContinue', (request, response) => {
    continueOnRead(request, response)
    handle(request, response)
  })
  server.on('checkExpectation', (_request, response) => {
    refuser.answer(response, refusals.unknownExpectation)
  })
  const failed = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Whatever follows on this connection is an error again.
    if (failed.has(socket)) return
    failed.add(socket)
    const refusal = refusals.byParserError[error.code ?? ''] ?? refusals.malformedRequest
    // Sent now it would be taken for the answer to the request before.
    whenAnswered(socket, () => refuser.hangUp(socket, refusal))
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      ignoreUpgrade(server, request, socket, head)
    } else if (refused.has(socket as Socket)) {
      refuser.hangUp(socket, refusals.tooManyConnections)
    } else {
      upgraded.add(socket)
      handleUpgrade(request, socket, head)
    }
  }
  server.on('upgrade', (request, socket, head) => {
    if (!isPendingResponse(socket)) return upgrade(request, socket, head)
    // node:http listens no longer, though it has still to answer what came before.
    const onError = () => {}
    const onTimeout = () => server.emit('timeout', socket)
    socket.on('error', onError).on('timeout', onTimeout)
    whenAnswered(socket, () => {
      socket.off('error', onError).off('timeout', onTimeout)
      upgrade(request, socket, head)
    })
  })
  server.on('connection', (socket) => {
    if (admitted.has(socket) || refused.has(socket)) return
    const group = admitted.size < connectionsMax ? admitted : refused
    group.add(socket)
    socket.once('close', () => group.delete(socket))
  })
  return {
    server,
    get connectionCount() {
      return admitted.size
    },
    close: () => close(server, connections, pipelines, options),
  }
}

/** Those who are connected. */
interface Connections {
  readonly admitted: Set<Socket>
  /** those above the limit, until they are told so */
  readonly refused: Set<Socket>
  /** those that are WebSocket's now, which lets them go itself */
  readonly upgraded: WeakSet<Duplex>
}

function close(
  server: Server,
  { admitted, refused, upgraded }: Connections,
  pipelines: Pipelines,
  { inFlight, closeSeconds }: HttpServerOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const drop = (isDue: (socket: Socket) => boolean) => async () => {
      // A process that was held up for as long is late itself: it reads first what has arrived meanwhile.
      await drainPendingReads()
      for (const socket of [...admitted, ...refused]) if (isDue(socket)) socket.destroy()
    }
    const isUnread = (socket: Socket): boolean => socket.writableLength > 0
    const isWaiting = (socket: Socket) =>
      inFlight.has(socket) ||
      pipelines.isWaiting(socket) ||
      isUnread(socket) ||
      upgraded.has(socket)
    // To node:http a connection is idle once all of its answer is written, read or not.
    const closeIdle = server.closeIdleConnections.bind(server)
    server.closeIdleConnections = () => {
      if (![...admitted].some(isUnread)) closeIdle()
    }
    const timers = [
      setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS),
      setTimeout(
        drop((socket) => !isWaiting(socket)),
        Math.min(CLOSE_GRACE_MS, closeSeconds * 1000),
      ),
      setTimeout(
        drop((socket) => !upgraded.has(socket)),
        closeSeconds * 1000,
      ),
    ]
    // That of node:http would at once close connections that are idle as far as has been read.
    NetServer.prototype.close.call(server, () => {
      for (const timer of timers) clearTimeout(timer)
      resolve()
    })
    drainPendingReads().then(() => server.close(), reject)
    // A connection that is answering now becomes idle later, and is not to wait for another request
    // then.
    server.keepAliveTimeout = 1
  })
}
