import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Access } from '../endpoint/access.ts'
import { isRootAddress, keyInPath } from './apiKey.ts'
import { drainPendingReads } from './drainPendingReads.ts'
import { EndOfRound } from './endOfRound.ts'
import type { HandlerContext } from './handlerContext.ts'
import { Heartbeat } from './heartbeat.ts'
import { MessageConnection } from './messageConnection.ts'
import { originOfPage } from './originRule.ts'
import * as refusals from './refusals.ts'
import { webSocketFraming } from './webSocketFraming.ts'
import { WebSocketPartial } from './webSocketPartial.ts'

/** The most chunks of a message, enough for 5 MiB in chunks of 320 bytes. Each takes some hundred bytes of memory. */
const BUFFERED_CHUNKS_MAX = 16 * 1024

/** The query by which the page of the explorer identifies itself. */
const explorerQuery = /\?(?:.*&)?explorer(?:[&=]|$)/

/** Serves JSON-RPC on `/ws/v3/<API_KEY>`, and on `/` where a key is assumed for it. A message is a request or a batch. */
export class WebSocketHandler {
  readonly #context: HandlerContext
  // Without compression: it takes 300 KB per connection, and would compress each response separately.
  readonly #server: WebSocketServer
  readonly #heartbeat: Heartbeat
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
        this.#connect(client, request, access)
      })
    }
  }

  #connect(client: WebSocket, { socket, headers, url }: IncomingMessage, access: Access): void {
    const context = this.#context
    const connected = {
      client,
      socket,
      framing: webSocketFraming,
      partial: new WebSocketPartial(client),
      isExplorer: context.hasExplorer && explorerQuery.test(url as string),
      origin: originOfPage(headers),
      changeProblem: context.originRule.problemOf(headers),
    }
    context.messageConnections.add(
      new MessageConnection(connected, access, context, this.#endOfRound),
    )
    this.#heartbeat.watch(client, socket)
  }

  /** Refuses new clients, sends all pending responses, and closes every connection; resolves when they are closed. */
  async close(): Promise<void> {
    this.#closing = true
    this.#heartbeat.stop()
    await drainPendingReads()
    await this.#context.messageConnections.closeAll()
    this.#server.close()
  }
}
