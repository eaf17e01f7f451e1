import { connect } from 'node:net'
import { exchange } from './wire/exchange.ts'
import { httpRequest, parseHttpResponse } from './wire/http.ts'
import { isUpgraded, maskedFrame, parseMessage, upgradeRequest } from './wire/webSocket.ts'

/** The bytes to send, and the length of the response. */
export interface Turn {
  readonly request: Buffer
  /** in bytes */
  readonly responseLength: number
}

/** Everything a client needs to send the same request again and again without parsing the responses. */
export interface Dialogue {
  readonly port: number
  /** the handshake of a new connection; none for HTTP */
  readonly opening?: Turn
  /** the request to send next */
  readonly next: () => Turn
}

/** A dialogue of one request, and what the server sent in its rehearsal. */
export interface Rehearsed extends Dialogue {
  /** the response, without the framing of the transport */
  readonly body: Buffer
}

/**
 * Sends one request over HTTP and reads the response.
 *
 * @throws if the status is not 200
 */
export async function rehearseHttp(url: string, message: string): Promise<Rehearsed> {
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const request = httpRequest(Number(port), pathname, message)
  const { length, parsed } = await exchange(socket, request, parseHttpResponse)
  socket.destroy()
  if (parsed.status !== 200) throw new Error(`${url} responded with status ${parsed.status}`)
  const turn = { request, responseLength: length }
  return { port: Number(port), next: () => turn, body: parsed.body }
}

/** Sends one request over WebSocket and reads the response. */
export async function rehearseWebSocket(url: string, message: string): Promise<Rehearsed> {
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const upgrade = upgradeRequest(Number(port), pathname)
  const upgraded = await exchange(socket, upgrade, (bytes) => isUpgraded(bytes) || undefined)
  const request = maskedFrame(message)
  const { length, parsed } = await exchange(socket, request, parseMessage)
  socket.destroy()
  const turn = { request, responseLength: length }
  return {
    port: Number(port),
    opening: { request: upgrade, responseLength: upgraded.length },
    next: () => turn,
    body: parsed,
  }
}
