import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { isRootAddress, keyInPath } from './apiKey.ts'
import type { CloseCause } from './closeWebSocket.ts'
import { drainPendingReads } from './drainPendingReads.ts'
import { EndOfRound } from './endOfRound.ts'
import type { HandlerContext } from './handlerContext.ts'
import { Heartbeat } from './heartbeat.ts'
import * as refusals from './refusals.ts'
import { WebSocketConnection } from './webSocketConnection.ts'

/** The most chunks of a message, enough for 5 MiB in chunks of 320 bytes. Each takes some hundred bytes of memory. */
const BUFFERED_CHUNKS_MAX = 16 * 1024

/** Serves JSON-RPC on `/ws/v3/<API_KEY>`, and on `/` where a key is assumed for it. A message is a request or a batch. */
export class WebSocketHandler {
  readonly #context: HandlerContext
  // Without compression: it takes 300 KB per connection, and would compress each response separately.
  readonly #server: WebSocketServer
  readonly #heartbeat: Heartbeat
  readonly #connections = new WeakMap<WebSocket, WebSocketConnection>()
  readonly #endOfRound = new EndOfRound()
  #closing = false

  constructor(context: HandlerContext) {
    this.#context = context
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: context.limits.requestBytes,
      maxBufferedChunks: BUFFERED_CHUNKS_MAX,
    })
    this.#server.on('wsClientError', ({ message }, socket, { method }) => {
      this.#context.refuser.refuseSocket(
        socket,
        method === 'GET' ? refusals.malformedHandshake(message) : refusals.wrongHandshakeVerb,
      )
    })
    this.#heartbeat = new Heartbeat(this.#server.clients, context.limits.heartbeatSeconds)
  }

  get clientCount(): number {
    return this.#server.clients.size
  }

  /** Handles the `upgrade` event of an http server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { endpoints, refuser, rootKey } = this.#context
    const address = request.url as string
    const keyGiven = keyInPath(address, '/ws/v3/')
    const key = keyGiven ?? (isRootAddress(address) ? rootKey : undefined)
    const access = key === undefined ? undefined : endpoints.admit(key)
    if (this.#closing) {
      refuser.refuseSocket(socket, refusals.closing)
    } else if (access === undefined) {
      const unknownPath = isRootAddress(address) ? refusals.noRootAddress : refusals.unknownPath
      refuser.refuseSocket(socket, keyGiven === undefined ? unknownPath : refusals.unknownKey)
    } else {
      this.#server.handleUpgrade(request, socket, head, (client) => {
        const connection = new WebSocketConnection(
          client,
          request,
          access,
          this.#context,
          this.#endOfRound,
        )
        this.#connections.set(client, connection)
        const { activity } = access.endpoint
        activity.changeConnections(1)
        client.once('close', () => activity.changeConnections(-1))
        this.#heartbeat.watch(client, request.socket)
      })
    }
  }

  /**
   * Closes all connections of an endpoint at once, as a fault does.
   *
   * @param code as clients see it
   * @returns how many were open
   */
  closeClients(endpoint: Endpoint, code: number): number {
    const open = this.#connectionsOf(endpoint).filter(
      ({ client, isExplorer }) => client.readyState === client.OPEN && !isExplorer,
    )
    for (const connection of open) connection.closeWith(code)
    return open.length
  }

  /** Refuses new clients, sends all pending responses, and closes every connection; resolves when they are closed. */
  async close(): Promise<void> {
    this.#closing = true
    this.#heartbeat.stop()
    await drainPendingReads()
    await this.#closeAll([...this.#openConnections()], 'server')
    this.#server.close()
  }

  /** Sends the pending responses of one endpoint, and closes its connections; resolves when they are closed. */
  async closeClientsOf(endpoint: Endpoint): Promise<void> {
    const connections = this.#connectionsOf(endpoint)
    // Closing the endpoint has ended the delays of its responses: these are sent first.
    await nextRound()
    await this.#closeAll(connections, 'endpoint')
  }

  async #closeAll(connections: readonly WebSocketConnection[], cause: CloseCause): Promise<void> {
    const deadline = performance.now() + this.#context.limits.closeSeconds * 1000
    await Promise.all(connections.map((connection) => connection.close(deadline, cause)))
  }

  *#openConnections(): Iterable<WebSocketConnection> {
    for (const client of this.#server.clients) {
      const connection = this.#connections.get(client)
      if (connection !== undefined) yield connection
    }
  }

  #connectionsOf(endpoint: Endpoint): WebSocketConnection[] {
    return [...this.#openConnections()].filter((connection) => connection.endpoint === endpoint)
  }
}
