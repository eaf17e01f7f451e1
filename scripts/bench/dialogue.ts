import { connect } from 'node:net'
import { exchange } from './wire/exchange.ts'
import { httpRequest, parseHttpResponse } from './wire/http.ts'
import { isUpgraded, maskedFrame, parseMessage, upgradeRequest } from './wire/webSocket.ts'

/** Bytes to send, and how many come back. */
export interface Turn {
  readonly request: Buffer
  /** in bytes */
  readonly responseLength: number
}

/** Everything that a client has to know to ask the same thing again and again without reading the answers. */
export interface Dialogue {
  readonly port: number
  /** what turns a new connection into one that takes requests; none for HTTP */
  readonly opening?: Turn
  readonly turn: Turn
  /** what the server answers, without the transport's framing */
  readonly body: Buffer
}

/**
 * Asks once over HTTP and reads the answer.
 *
 * @throws when the status is not 200
 */
export async function rehearseHttp(url: string, message: string): Promise<Dialogue> {
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const request = httpRequest(Number(port), pathname, message)
  const { length, parsed } = await exchange(socket, request, parseHttpResponse)
  socket.destroy()
  if (parsed.status !== 200) throw new Error(`${url} answered with status ${parsed.status}`)
  return { port: Number(port), turn: { request, responseLength: length }, body: parsed.body }
}

/** Asks once over WebSocket and reads the answer. */
export async function rehearseWebSocket(url: string, message: string): Promise<Dialogue> {
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const upgrade = upgradeRequest(Number(port), pathname)
  const upgraded = await exchange(socket, upgrade, (bytes) => isUpgraded(bytes) || undefined)
  const request = maskedFrame(message)
  const { length, parsed } = await exchange(socket, request, parseMessage)
  socket.destroy()
  return {
    port: Number(port),
    opening: { request: upgrade, responseLength: upgraded.length },
    turn: { request, responseLength: length },
    body: parsed,
  }
}
