import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { exchange } from '../bench/wire/exchange.ts'
import { httpRequest, parseHttpResponse } from '../bench/wire/http.ts'

/** A connection to the server. */
export interface Connection {
  /** how many messages may be in flight */
  readonly inFlightMax: number
  /**
   * Sends a message and waits for the response.
   *
   * @param id the first in the message
   * @throws if none arrives, or the status is not 200
   */
  send(message: string, id: number): Promise<Buffer>
  close(): void
  /** Sends a message and disconnects, as a client that crashes. */
  abandon(message: string): void
}

/** Sends one request after another, as in HTTP/1.1. */
export class HttpConnection implements Connection {
  readonly inFlightMax = 1
  readonly #socket: Socket
  readonly #url: URL
  readonly #headers: readonly string[]

  private constructor(url: URL, socket: Socket, takesGzip: boolean) {
    this.#url = url
    this.#socket = socket
    this.#headers = takesGzip ? ['Accept-Encoding: gzip'] : []
    // `exchange` rejects pending requests; nobody waits for abandoned ones.
    socket.on('error', () => {})
  }

  static async open(address: string, takesGzip: boolean): Promise<HttpConnection> {
    const url = new URL(address)
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    await once(socket, 'connect')
    return new HttpConnection(url, socket, takesGzip)
  }

  async send(message: string): Promise<Buffer> {
    const { parsed } = await exchange(this.#socket, this.#request(message), parseHttpResponse)
    if (parsed.status !== 200) throw new Error(`status ${parsed.status}: ${parsed.body}`)
    return parsed.contentEncoding === 'gzip' ? gunzipSync(parsed.body) : parsed.body
  }

  close(): void {
    this.#socket.end()
  }

  abandon(message: string): void {
    this.#socket.write(this.#request(message), () => this.#socket.destroy())
  }

  #request(message: string): Buffer {
    return httpRequest(Number(this.#url.port), this.#url.pathname, message, this.#headers)
  }
}

/** Sends several messages at a time and matches responses by id. */
export class WebSocketConnection implements Connection {
  readonly inFlightMax = 4
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Buffer | Error) => void>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (answer: Buffer) => {
      const id = Number(
        /^\[?\{"jsonrpc":"2.0","id":(\d+),/.exec(answer.toString('latin1', 0, 60))?.[1],
      )
      this.#settle(id, answer)
    })
    socket.on('error', () => {})
    socket.on('close', (code) => {
      for (const id of [...this.#waiting.keys()]) {
        this.#settle(id, new Error(`the server closed the WebSocket with ${code}`))
      }
    })
  }

  static async open(url: string): Promise<WebSocketConnection> {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    await once(socket, 'open')
    return new WebSocketConnection(socket)
  }

  send(message: string, id: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (answer) => {
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      })
      this.#socket.send(message, (error) => {
        if (error) this.#settle(id, error)
      })
    })
  }

  close(): void {
    this.#socket.close()
  }

  abandon(message: string): void {
    this.#socket.send(message, () => this.#socket.terminate())
  }

  #settle(id: number, answer: Buffer | Error): void {
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
}
