import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { continueOnRead } from './continueOnRead.ts'
import { refuse } from './httpHandler.ts'
import { ignoreUpgrade } from './ignoreUpgrade.ts'
import { readWhatHasCome } from './readWhatHasCome.ts'
import * as refusals from './refusals.ts'
import { refuseConnection } from './refuseConnection.ts'

/**
 * How long a connection may be idle, in milliseconds: as in geth. A client that sends a request just
 * when we close gets an error instead of an answer, so the client should be the first to let go. Go's
 * does after 90 seconds, Python's aiohttp after 15; node:http by itself would after 5.
 */
const KEEP_ALIVE_MS = 120_000

/** How long requests that are still coming in may hold up a close, in milliseconds. */
const CLOSE_GRACE_MS = 1000

export interface HttpServerOptions {
  readonly handleRequest: (request: IncomingMessage, response: ServerResponse) => void
  /** told of offers of WebSocket alone */
  readonly handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export interface HttpServer {
  readonly server: Server
  /** Stops listening, and lets every connection go once it is answered, or is not to be. */
  close(): Promise<void>
}

/** Makes the server that requests and upgrades come in by. */
export function createHttpServer({ handleRequest, handleUpgrade }: HttpServerOptions): HttpServer {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    // During a close this answer is the connection's last, and who is told does not send another
    // request that is lost.
    if (!server.listening) response.shouldKeepAlive = false
    handleRequest(request, response)
  })
  server.on('checkContinue', (request, response) => {
    continueOnRead(request, response)
    handleRequest(request, response)
  })
  server.on('checkExpectation', (_request, response) => {
    refuse(response, refusals.unknownExpectation)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseConnection(socket, refusals.byParserError[error.code ?? ''] ?? refusals.malformedRequest)
  })
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') handleUpgrade(request, socket, head)
    else ignoreUpgrade(server, request, socket, head)
  })
  // node:http loses sight of connections that are upgraded.
  const connections = new Set<Duplex>()
  server.on('connection', (socket) => {
    if (connections.has(socket)) return
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return { server, close: () => close(server, connections) }
}

function close(server: Server, connections: Iterable<Duplex>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      for (const socket of connections) socket.destroy()
    }, CLOSE_GRACE_MS)
    // That of node:http would at once close connections that are idle as far as has been read.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
    readWhatHasCome().then(() => server.close(), reject)
    // A connection that is answering now becomes idle later, and is not to wait for another request
    // then.
    server.keepAliveTimeout = 1
  })
}
