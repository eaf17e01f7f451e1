import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { InFlight } from '../rpc/inFlight.ts'
import type { Connections } from './connections.ts'
import { drainPendingReads } from './drainPendingReads.ts'
import type { Pipelines } from './pipelines.ts'

/** How long requests that are still arriving may delay a close, in milliseconds. */
const ARRIVING_MS_MAX = 1000

/** How often a close looks for connections that have become idle, in milliseconds. */
const IDLE_CHECK_MS = 50

export interface CloseOptions {
  readonly connections: Connections
  readonly pipelines: Pipelines
  readonly inFlight: InFlight
  /** how long requests in progress may delay the close */
  readonly closeSeconds: number
}

/** Stops listening, and closes each connection once its last response is sent or its time is over. */
export function closeHttpServer(
  server: Server,
  { connections, pipelines, inFlight, closeSeconds }: CloseOptions,
): Promise<void> {
  const closeMs = closeSeconds * 1000
  const isUnread = (socket: Socket) => socket.writableLength > 0
  const isInUse = (socket: Socket) =>
    inFlight.has(socket) ||
    pipelines.isWaiting(socket) ||
    isUnread(socket) ||
    connections.isUpgraded(socket)
  const destroyUnless = (isKept: (socket: Socket) => boolean) => async () => {
    // If the process itself was blocked for that long, requests may have arrived in time and be unread.
    await drainPendingReads()
    for (const socket of connections) if (!isKept(socket)) socket.destroy()
  }
  return new Promise((resolve, reject) => {
    // To node:http a connection is idle once its response is written, whether the client has read it or not.
    const closeIdle = server.closeIdleConnections.bind(server)
    server.closeIdleConnections = () => {
      if (![...connections].some(isUnread)) closeIdle()
    }
    const timers = [
      setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS),
      setTimeout(destroyUnless(isInUse), Math.min(ARRIVING_MS_MAX, closeMs)),
      setTimeout(
        destroyUnless((socket) => connections.isUpgraded(socket)),
        closeMs,
      ),
    ]
    // Not close() of node:http, which at once closes connections whose requests it has not read yet.
    NetServer.prototype.close.call(server, () => {
      // node:http does not wait for connections that were accepted by another process.
      void connections.whenClosed().then(() => {
        for (const timer of timers) clearTimeout(timer)
        resolve()
      })
    })
    drainPendingReads().then(() => server.close(), reject)
    // A connection that becomes idle from now on does not wait for another request.
    server.keepAliveTimeout = 1
  })
}
