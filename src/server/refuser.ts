import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Observer } from '../rpc/observer.ts'
import { nextResponse } from './pendingResponses.ts'
import type { Refusal } from './refusals.ts'

/** Tells clients that a transport does not take what they sent. */
export class Refuser {
  readonly #observer: Observer

  constructor(observer: Observer) {
    this.#observer = observer
  }

  /** Does nothing where the answer has begun: a connection that uses too much memory is refused at any time. */
  answer(response: ServerResponse, { status, headers, body }: Refusal): void {
    if (response.headersSent) return
    this.#observer.refused(status)
    response.writeHead(status, headers as string[])
    response.end(body)
  }

  /** Answers whatever is being received or processed on an HTTP connection, unless its answer has begun, and closes it. */
  cutOff(socket: Socket, refusal: Refusal): void {
    const response = nextResponse(socket)
    if (response === undefined || response.headersSent) {
      this.#observer.refused(refusal.status)
      socket.destroy()
      return
    }
    response.shouldKeepAlive = false
    this.answer(response, refusal)
  }

  /** Answers on a connection that node:http has given up or handed over, and ends it. */
  hangUp(socket: Duplex, { status, headers, body }: Refusal): void {
    this.#observer.refused(status)
    // A client that goes away while it is being refused is no concern of ours.
    socket.on('error', () => {})
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
    // The client may keep its half open; the server then could not close.
    socket.once('finish', () => socket.destroy())
    socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
  }
}
