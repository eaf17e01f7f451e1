import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Observer } from '../rpc/observer.ts'
import { nextResponse } from './pendingResponses.ts'
import type { ReadTurns } from './readTurns.ts'
import type { Refusal } from './refusals.ts'
import { dropBody } from './requestBody.ts'

/** Sends refusals, and reports them to the observer. */
export class Refuser {
  readonly #observer: Observer
  readonly #turns: ReadTurns

  constructor(observer: Observer, turns: ReadTurns) {
    this.#observer = observer
    this.#turns = turns
  }

  /** Does nothing if the response has begun: a connection that uses too much memory is refused at any time. */
  answer(response: ServerResponse, { status, headers, body }: Refusal): void {
    if (response.headersSent) return
    this.#observer.refused(status)
    // node:http would read it at full speed, however large it is.
    if (!response.req.complete) dropBody(response.req, this.#turns)
    response.writeHead(status, headers as string[])
    response.end(body)
  }

  /**
   * Closes an HTTP connection whatever it is doing. The request that is being received or processed gets the refusal,
   * unless its response has begun.
   */
  abort(socket: Socket, refusal: Refusal): void {
    const response = nextResponse(socket)
    if (response === undefined || response.headersSent) {
      this.#observer.refused(refusal.status)
      socket.destroy()
      return
    }
    response.shouldKeepAlive = false
    this.answer(response, refusal)
  }

  /** Writes the refusal to a connection that node:http no longer handles, and closes it. */
  refuseSocket(socket: Duplex, { status, headers, body }: Refusal): void {
    this.#observer.refused(status)
    // The client may disconnect meanwhile.
    socket.on('error', () => {})
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
    // The client may leave its half open, which would keep the server from closing.
    socket.once('finish', () => socket.destroy())
    socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
  }
}
