import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { InFlight } from '../rpc/inFlight.ts'
import { continueOnRead } from './continueOnRead.ts'
import { ignoreUpgrade } from './ignoreUpgrade.ts'
import { readWhatHasCome } from './readWhatHasCome.ts'
import * as refusals from './refusals.ts'
import type { Refuser } from './refuser.ts'

/** How long requests that are still coming in may hold up a close, in milliseconds. */
const CLOSE_GRACE_MS = 1000

/** How many connections above the limit are kept until they are told so; any more are closed at once. */
const REFUSED_CONNECTIONS_MAX = 100

/** How often it is looked for connections that have taken too long, at most, in milliseconds. */
const TIMEOUT_CHECK_MS = 5000

export interface HttpServerOptions {
  readonly handleRequest: (request: IncomingMessage, response: ServerResponse) => void
  /** told of offers of WebSocket alone */
  readonly handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly refuser: Refuser
  /** whom a close waits for */
  readonly inFlight: InFlight
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
  const connections = new Set<Socket>()
  const tooMany = new WeakSet<Duplex>()
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // During a close this answer is the connection's last, and who is told does not send another
    // request that is lost.
    if (!server.listening) response.shouldKeepAlive = false
    if (tooMany.has(request.socket)) refuser.answer(response, refusals.tooManyConnections)
    else handleRequest(request, response)
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
  server.maxConnections = connectionsMax + REFUSED_CONNECTIONS_MAX
  server.on('checkContinue', (request, response) => {
    continueOnRead(request, response)
    handle(request, response)
  })
  server.on('checkExpectation', (_request, response) => {
    refuser.answer(response, refusals.unknownExpectation)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuser.hangUp(socket, refusals.byParserError[error.code ?? ''] ?? refusals.malformedRequest)
  })
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      ignoreUpgrade(server, request, socket, head)
    } else if (tooMany.has(socket)) {
      refuser.hangUp(socket, refusals.tooManyConnections)
    } else {
      handleUpgrade(request, socket, head)
    }
  })
  server.on('connection', (socket) => {
    if (connections.has(socket)) return
    if (connections.size >= connectionsMax) tooMany.add(socket)
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return {
    server,
    get connectionCount() {
      return connections.size
    },
    close: () => close(server, connections, options),
  }
}

function close(
  server: Server,
  connections: Iterable<Socket>,
  { inFlight, closeSeconds }: HttpServerOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const drop = (isDue: (socket: Socket) => boolean) => () => {
      for (const socket of connections) if (isDue(socket)) socket.destroy()
    }
    const isWaiting = (socket: Socket) => inFlight.has(socket) || socket.writableLength > 0
    const timers = [
      setTimeout(
        drop((socket) => !isWaiting(socket)),
        Math.min(CLOSE_GRACE_MS, closeSeconds * 1000),
      ),
      setTimeout(
        drop(() => true),
        closeSeconds * 1000,
      ),
    ]
    // That of node:http would at once close connections that are idle as far as has been read.
    NetServer.prototype.close.call(server, () => {
      timers.forEach(clearTimeout)
      resolve()
    })
    readWhatHasCome().then(() => server.close(), reject)
    // A connection that is answering now becomes idle later, and is not to wait for another request
    // then.
    server.keepAliveTimeout = 1
  })
}
